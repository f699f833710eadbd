// incdec-lock-plain: incdec-lock, the assertions as they stand in [DKKW11], without an atomic section: FALSE
// safe: no. Between reading `lowered` (false) and reading `value`, somebody may note that he takes, and take. The paper takes statements to be atomic.
// bug: who takes notes it only afterwards, as in incdec-lock
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

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
  assert(lowered || value > v);
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
  assert(raised || value < v);
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
