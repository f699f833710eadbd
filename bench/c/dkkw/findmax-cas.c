// findmax-cas: each thread offers four arbitrary numbers to a shared maximum, each by compare-and-swap, and sees that the maximum is not below [DKKW11 table 1]
// safe: the maximum is only replaced by a larger number, so once a thread has replaced it, or has found it large enough, it stays at least that.
// bug: a thread whose swap fails does not try again
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int max = INT_MIN;

static void offer(int e)
{
  int c = max;
#ifdef BUG
  if (e > c)
    atomic_compare_exchange_strong(&max, &c, e);
#else
  while (e > c && !atomic_compare_exchange_strong(&max, &c, e))
    ;
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
