// Who is thread a finds out that it is not b.
// expect: TRUE
// runs: all
// states: 204
#include <assert.h>
#include <pthread.h>
static pthread_t a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  pthread_mutex_lock(&m);
  if (pthread_self() == a) assert(a != b);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_mutex_lock(&m);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
