// findmax-opt-cas: each thread finds the largest of four arbitrary numbers by itself, offers it to a shared maximum by compare-and-swap, and sees that the maximum is not below [DKKW11 table 1]
// safe: the maximum is only replaced by a larger number, so once a thread has replaced it, or has found it large enough, it stays at least that.
// bug: a thread whose swap fails tries again without comparing
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int max = INT_MIN;

static void offer(int mine)
{
  int c = max;
#ifdef BUG
  if (mine > c)
    while (!atomic_compare_exchange_strong(&max, &c, mine))
      ;
#else
  while (mine > c && !atomic_compare_exchange_strong(&max, &c, mine))
    ;
#endif
}

static void *worker(void *arg)
{
  int mine = INT_MIN;
  for (int i = 0; i < 4; i++) {
    int e = __VERIFIER_nondet_int();
    if (e > mine)
      mine = e;
    assert(e <= mine);
  }
  offer(mine);
  assert(mine <= max);
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
