// A barrier whose count is never reset works once: in the second phase nobody waits.
// expect: assertion=FALSE data-race=FALSE
// states: 1325
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived;
static int done[2]; // phases, per thread

static void barrier(void) {
  pthread_mutex_lock(&m);
  arrived++; // should start again from 0 when all have arrived
  if (arrived == 2)
    pthread_cond_broadcast(&all_here);
  while (arrived < 2)
    pthread_cond_wait(&all_here, &m);
  pthread_mutex_unlock(&m);
}

static void *worker(void *arg) {
  int me = (int)(long)arg;
  for (int phase = 1; phase <= 2; phase++) {
    done[me] = phase;
    barrier();
    assert(done[1 - me] >= phase);
    barrier();
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, (void *)1);
  worker((void *)0);
  pthread_join(t, NULL);
  return 0;
}
