// N philosophers take two forks, in the order of forks. BUG: the left one first.
#include <pthread.h>
static pthread_mutex_t fork_[N];
static void *dine(void *arg)
{
  int me = (int)(long)arg, left = me, right = (me + 1) % N;
#ifndef BUG
  if (left > right) { int other = left; left = right; right = other; }
#endif
  pthread_mutex_lock(&fork_[left]);
  pthread_mutex_lock(&fork_[right]);
  pthread_mutex_unlock(&fork_[right]);
  pthread_mutex_unlock(&fork_[left]);
  return 0;
}
int main(void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], 0);
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, dine, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
