// N threads that do nothing.
#include <pthread.h>
static void *work(void *arg) { return arg; }
int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
