// incdec-lock: threads add one to a counter or take one from it, under a lock; the counter is above what an adding thread found, or somebody takes; and the other way round [DKKW11 table 1]
// safe: while nobody has noted that he takes, nobody has taken, so the counter only grows, never past UINT_MAX, and stays above v; the same downwards, never past 0. The assertion reads two variables in one atomic section.
// bug: who takes notes it only afterwards
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint value;
static atomic_bool raised, lowered;

static void increment(void)
{
  pthread_mutex_lock(&m);
  unsigned v = value;
  if (v == UINT_MAX) {
    pthread_mutex_unlock(&m);
    return;
  }
  raised = true;
  value = v + 1;
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_begin();
  assert(lowered || value > v);
  __VERIFIER_atomic_end();
}

static void decrement(void)
{
  pthread_mutex_lock(&m);
  unsigned v = value;
  if (v == 0) {
    pthread_mutex_unlock(&m);
    return;
  }
#ifdef BUG
  value = v - 1;
  lowered = true;
#else
  lowered = true;
  value = v - 1;
#endif
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_begin();
  assert(raised || value < v);
  __VERIFIER_atomic_end();
}

static void *worker(void *arg)
{
  if (__VERIFIER_nondet_bool())
    increment();
  else
    decrement();
  return arg;
}

int main(void)
{
  value = __VERIFIER_nondet_uint();
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
