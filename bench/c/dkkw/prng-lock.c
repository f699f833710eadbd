// prng-lock: random numbers from a shared seed under a lock; each draw moves the seed by an arbitrary step modulo 2^32, never to 0 and never nowhere [DKKW11 table 1]
// safe: the seed starts above 0 and changes only under the lock, to a sum that was found not to be 0; the step is not 0, and a remainder of 10 is below 10.
// bug: the step is chosen for a seed that was read before the lock was taken
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
#ifdef BUG
  unsigned step = step_from(seed);
  pthread_mutex_lock(&m);
  unsigned s = seed;
#else
  pthread_mutex_lock(&m);
  unsigned s = seed;
  unsigned step = step_from(s);
#endif
  unsigned next = s + step;
  assert(next != s);
  seed = next;
  pthread_mutex_unlock(&m);
  return next % n;
}

static void *worker(void *arg)
{
  assert(seed != 0);
  unsigned r = draw(10);
  assert(r < 10);
  return arg;
}

int main(void)
{
  unsigned first = __VERIFIER_nondet_uint();
  seed = first > 0 ? first : 1;
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
