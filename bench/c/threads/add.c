// Each of N threads adds one to a counter, atomically. BUG: the sum is said to be another one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *arg) { atomic_fetch_add(&x, 1); return arg; }
int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
#ifdef BUG
  assert(x != N);
#else
  assert(x == N);
#endif
  return 0;
}
