// findmax-opt-lock: each thread finds the largest of four arbitrary numbers by itself, offers it to a shared maximum under a lock, and sees that the maximum is not below [DKKW11 table 1]
// safe: the maximum changes only under the lock, and only to a larger number, so once a thread has compared it stays at least that.
// bug: no lock
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int max = INT_MIN;

static void offer(int mine)
{
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  if (mine > max)
    max = mine;
#ifndef BUG
  pthread_mutex_unlock(&m);
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
