// A work queue whose worker ends at a poison pill: all jobs before it are done.
// expect: TRUE
// states: 539
#include <assert.h>
#include <pthread.h>

enum { PILL = -1 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER;
static int queue[4], first, last, sum;

static void put(int job) {
  pthread_mutex_lock(&m);
  queue[last++] = job;
  pthread_cond_signal(&nonempty);
  pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
  (void)arg;
  for (int job = 0; job != PILL;) {
    pthread_mutex_lock(&m);
    while (first == last)
      pthread_cond_wait(&nonempty, &m);
    job = queue[first++];
    if (job != PILL)
      sum += job;
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  put(3);
  put(4);
  put(PILL);
  pthread_join(t, NULL);
  assert(sum == 7);
  return 0;
}
