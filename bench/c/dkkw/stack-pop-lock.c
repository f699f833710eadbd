// stack-pop-lock: threads push arbitrary numbers on a list in an array and pop them, under a lock; after a push the stack is not empty, or somebody pops
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

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned data[NODES], below[NODES]; /* node 0 stands for none */
static unsigned used = 1;
static atomic_uint top;
static atomic_bool popped;

static unsigned allocate(void)
{
  unsigned n = 0;
  pthread_mutex_lock(&m);
  if (used < NODES) {
    n = used;
    used = n + 1;
  }
  pthread_mutex_unlock(&m);
  return n;
}

static bool push(unsigned x)
{
  unsigned n = allocate();
  if (n == 0)
    return false;
  data[n] = x;
  pthread_mutex_lock(&m);
  below[n] = top;
  top = n;
  pthread_mutex_unlock(&m);
  return true;
}

static unsigned pop(void)
{
  pthread_mutex_lock(&m);
  unsigned n = top;
  if (n == 0) {
    pthread_mutex_unlock(&m);
    return 0;
  }
#ifdef BUG
  top = below[n];
  popped = true;
#else
  popped = true;
  top = below[n];
#endif
  pthread_mutex_unlock(&m);
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
