// findmax-lock: each thread offers four arbitrary numbers to a shared maximum, each under a lock, and sees that the maximum is not below [DKKW11 table 1]
// safe: the maximum changes only under the lock, and only to a larger number, so once a thread has compared it stays at least that.
// bug: the comparison is made before the lock is taken
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int max = INT_MIN;

static void offer(int e)
{
#ifdef BUG
  if (e > max) {
    pthread_mutex_lock(&m);
    max = e;
    pthread_mutex_unlock(&m);
  }
#else
  pthread_mutex_lock(&m);
  if (e > max)
    max = e;
  pthread_mutex_unlock(&m);
#endif
}

static void *worker(void *arg)
{
  for (int i = 0; i < 4; i++) {
    int e = __VERIFIER_nondet_int();
    offer(e);
    assert(e <= max);
  }
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
