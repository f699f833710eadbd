// incdec-cas-ordered: incdec-cas without an atomic section, but the assertion reads the counter first and the note afterwards: TRUE
// safe: if the counter is not above v, somebody has taken before it was read, and has noted that still earlier; notes are never withdrawn. The same downwards.
// bug: who takes notes it only afterwards
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
  assert(value > v || lowered);
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
  assert(value < v || raised);
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
