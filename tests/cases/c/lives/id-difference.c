// Two threads that live have different identifiers.
// expect: TRUE
// states: 149
#include <assert.h>
#include <pthread.h>
static void *work(void *arg) { return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  int same = a == b;
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!same);
}
