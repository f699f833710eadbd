// stack-pop-cas: threads push arbitrary numbers on a list in an array and pop them, by compare-and-swap; after a push the stack is not empty, or somebody pops
// safe: `top` becomes a node that was given out, which 0 is not, or what lies below after `popped` was set for ever; the assertion reads `top` first. A node is never used again, so nothing changes below it while it is on the stack.
// bug: who pops notes it only afterwards
// That `below` holds only numbers below NODES is needed for the bounds of the arrays, and is a fact about all of its elements.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define NODES 65

extern bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned data[NODES], below[NODES]; /* node 0 stands for none */
static atomic_uint used = 1;
static atomic_uint top;
static atomic_bool popped;

static unsigned allocate(void)
{
  unsigned n = used;
  while (n < NODES)
    if (atomic_compare_exchange_strong(&used, &n, n + 1))
      return n;
  return 0;
}

static bool push(unsigned x)
{
  unsigned n = allocate();
  if (n == 0)
    return false;
  data[n] = x;
  unsigned old = top;
  do
    below[n] = old;
  while (!atomic_compare_exchange_strong(&top, &old, n));
  return true;
}

static unsigned pop(void)
{
  unsigned n = top;
  do {
    if (n == 0)
      return 0;
#ifndef BUG
    popped = true;
#endif
  } while (!atomic_compare_exchange_strong(&top, &n, below[n]));
#ifdef BUG
  popped = true;
#endif
  return data[n];
}

static void *worker(void *arg)
{
  if (__VERIFIER_nondet_bool())
    pop();
  else if (push(__VERIFIER_nondet_uint()))
    assert(top != 0 || popped);
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
