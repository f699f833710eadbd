// incdec-cas-plain: incdec-cas, the assertions as they stand in [DKKW11], without an atomic section: FALSE
// safe: no. Between reading `lowered` (false) and reading `value`, somebody may note that he takes, and take. The paper takes statements to be atomic.
// bug: who takes notes it only afterwards, as in incdec-cas
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

static atomic_uint value;
static atomic_bool raised, lowered;

static void increment(void)
{
  unsigned v, seen;
  do {
    v = seen = value;
    if (v == UINT_MAX)
      return;
    raised = true;
  } while (!atomic_compare_exchange_strong(&value, &seen, v + 1));
  assert(lowered || value > v);
}

static void decrement(void)
{
  unsigned v, seen;
  do {
    v = seen = value;
    if (v == 0)
      return;
#ifndef BUG
    lowered = true;
#endif
  } while (!atomic_compare_exchange_strong(&value, &seen, v - 1));
#ifdef BUG
  lowered = true;
#endif
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
