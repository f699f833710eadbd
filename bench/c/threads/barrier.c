// N threads meet twice at a barrier. BUG: they do not wait before they look who has come.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_barrier_t b;
static atomic_int arrived;
static void *work(void *arg)
{
  for (int phase = 1; phase <= 2; phase++) {
    atomic_fetch_add(&arrived, 1);
#ifndef BUG
    pthread_barrier_wait(&b);
#endif
    assert(arrived >= phase * N);
    pthread_barrier_wait(&b);
  }
  return arg;
}
int main(void)
{
  pthread_t t[N];
  pthread_barrier_init(&b, 0, N);
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
