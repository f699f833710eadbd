// Two dining philosophers who all take the left fork first: each waits for the next.
// expect: deadlock=FALSE
// states: 819
#include <assert.h>
#include <pthread.h>

enum { N = 2 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[N]; // eaten with this fork

static void *philosopher(void *arg) {
  int left = (int)(long)arg, right = (left + 1) % N;
  int first = left, second = right;
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
