// A reusable barrier from a mutex, a condition variable and a generation number.
// expect: TRUE
// states: 1103
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int waiting, generation;
static int done[2]; // phases, per thread

static void barrier(void) {
  pthread_mutex_lock(&m);
  int mine = generation;
  if (++waiting == 2) {
    waiting = 0;
    generation++;
    pthread_cond_broadcast(&all_here);
  }
  while (generation == mine)
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
