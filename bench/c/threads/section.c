// Each of N threads adds one to a counter four times under a lock. BUG: each one looks at the counter behind the lock.
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
  pthread_mutex_lock(&m);
  x++; x++; x++; x++;
  pthread_mutex_unlock(&m);
#ifdef BUG
  assert(x % 8 != 4 || x == 4);
#endif
  return arg;
}
int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(x == 4 * N);
  return 0;
}
