// stack-cas: threads push arbitrary numbers on a list in an array, by compare-and-swap; after a push the stack is not empty [DKKW11 table 1; push only, as its published sources]
// safe: `top` only ever becomes a node that was given out, and node 0 is not: `used` starts at 1 and grows up to NODES, then nothing is pushed.
// bug: threads pop as well
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

#ifdef BUG
static unsigned pop(void)
{
  unsigned n = top;
  do
    if (n == 0)
      return 0;
  while (!atomic_compare_exchange_strong(&top, &n, below[n]));
  return data[n];
}
#endif

static void *worker(void *arg)
{
#ifdef BUG
  if (__VERIFIER_nondet_bool())
    pop();
  else
#endif
  if (push(__VERIFIER_nondet_uint()))
    assert(top != 0);
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
