// tas-lock: a test-and-set lock that waits twice as long after each attempt keeps threads apart [DKKW11 table 1]
// safe: between an exchange that finds the lock open and the store that opens it again every exchange finds it shut, so one thread at a time is inside, and leaves c at 0.
// bug: testing and setting are two steps
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define LONGEST 1024

static atomic_bool locked;
static int c;

static bool test_and_set(void)
{
#ifdef BUG
  bool before = locked;
  locked = true;
  return before;
#else
  return atomic_exchange(&locked, true);
#endif
}

static void acquire(void)
{
  unsigned delay = 1;
  while (test_and_set()) {
    for (unsigned i = 0; i < delay; i++)
      ;
    if (delay < LONGEST)
      delay *= 2;
  }
}

static void release(void)
{
  locked = false;
}

static void *worker(void *arg)
{
  acquire();
  c++;
  assert(c == 1);
  c--;
  release();
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
