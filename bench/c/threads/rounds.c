// Each of N threads adds to a sum 1,000 times, under a lock. BUG: without the lock, which is a race.
#include <pthread.h>
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
  int own = 0;
  for (int i = 0; i < 1000; i++) own += i;
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  for (int i = 0; i < 1000; i++) total += own & 1;
#ifndef BUG
  pthread_mutex_unlock(&m);
#endif
  return arg;
}
int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
