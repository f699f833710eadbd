// increment-lock: a counter under a lock; each thread adds one and sees that the counter is above what it was [DKKW11 table 1]
// safe: the counter changes only under the lock and only upwards, since nobody adds one to UINT_MAX. So once a thread has written v + 1, it stays above v.
// bug: the counter is read before the lock is taken
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint value;

static void *worker(void *arg)
{
#ifdef BUG
  unsigned v = value;
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  unsigned v = value;
#endif
  if (v == UINT_MAX) {
    pthread_mutex_unlock(&m);
    return arg;
  }
  value = v + 1;
  pthread_mutex_unlock(&m);
  assert(value > v);
  return arg;
}

int main(void)
{
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
