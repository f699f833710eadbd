// Two dining philosophers who take the fork with the smaller number first: no deadlock.
// expect: TRUE
// states: 1067
#include <assert.h>
#include <pthread.h>

enum { N = 2 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[N]; // eaten with this fork

static void *philosopher(void *arg) {
  int left = (int)(long)arg, right = (left + 1) % N;
  int first = left < right ? left : right, second = left < right ? right : left;
  pthread_mutex_lock(&fork_[first]);
  pthread_mutex_lock(&fork_[second]);
  meals[left]++;
  meals[right]++;
  pthread_mutex_unlock(&fork_[second]);
  pthread_mutex_unlock(&fork_[first]);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, philosopher, (void *)1);
  philosopher((void *)0);
  pthread_join(t, NULL);
  for (int i = 0; i < N; i++)
    assert(meals[i] == 2);
  return 0;
}
