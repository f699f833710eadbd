// incdec-lock-ordered: incdec-lock without an atomic section, but the assertion reads the counter first and the note afterwards: TRUE
// safe: if the counter is not above v, somebody has taken before it was read, and has noted that still earlier; notes are never withdrawn. The same downwards.
// bug: who takes notes it only afterwards
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
  assert(value > v || lowered);
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
