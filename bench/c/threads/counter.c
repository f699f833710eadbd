// Each of N threads adds one to a counter twice, under a lock. BUG: the lock is let go between reading and writing.
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    int seen = x;
#ifdef BUG
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
#endif
    x = seen + 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}
int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(x == 2 * N);
  return 0;
}
