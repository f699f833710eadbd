// prng-cas: random numbers from a shared seed by compare-and-swap; each draw moves the seed by an arbitrary step modulo 2^32, never to 0 and never nowhere; a further thread watches the seed [DKKW11 table 1]
// safe: the seed starts above 0 and is only replaced by a sum that was found not to be 0; the step is not 0, and a remainder of 10 is below 10.
// bug: the step is added to whatever the seed is by now
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

static atomic_uint seed;

static unsigned step_from(unsigned s)
{
  unsigned step;
  do
    step = __VERIFIER_nondet_uint();
  while (step == 0 || s + step == 0);
  return step;
}

static unsigned draw(unsigned n)
{
  for (;;) {
    unsigned s = seed;
    unsigned step = step_from(s);
    unsigned next = s + step;
    assert(next != s);
#ifdef BUG
    atomic_fetch_add(&seed, step);
    return next % n;
#else
    if (atomic_compare_exchange_strong(&seed, &s, next))
      return next % n;
#endif
  }
}

static void *worker(void *arg)
{
  unsigned r = draw(10);
  assert(r < 10);
  return arg;
}

static void *monitor(void *arg)
{
  for (;;)
    assert(seed != 0);
  return arg;
}

int main(void)
{
  pthread_t t;
  unsigned first = __VERIFIER_nondet_uint();
  seed = first > 0 ? first : 1;
  pthread_create(&t, 0, monitor, 0);
  for (;;)
    pthread_create(&t, 0, worker, 0);
}
