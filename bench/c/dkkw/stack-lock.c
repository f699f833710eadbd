// stack-lock: threads push arbitrary numbers on a list in an array, under a lock; after a push the stack is not empty [DKKW11 table 1; push only, as its published sources]
// safe: `top` only ever becomes a node that was given out, and node 0 is not: `used` starts at 1 and grows up to NODES, then nothing is pushed.
// bug: threads pop as well
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

#ifdef BUG
static unsigned pop(void)
{
  pthread_mutex_lock(&m);
  unsigned n = top;
  if (n == 0) {
    pthread_mutex_unlock(&m);
    return 0;
  }
  top = below[n];
  pthread_mutex_unlock(&m);
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
