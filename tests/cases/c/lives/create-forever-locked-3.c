// At most three at a time, without end; each leaves the number as it was.
// expect: TRUE
// options: --threads 3
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  assert(x < 2);
  x--;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  while (1) {
    pthread_create(&t, 0, work, 0);
    pthread_detach(t);
  }
}
