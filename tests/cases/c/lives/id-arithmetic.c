// The value of a pthread_t is any: whether two of them fall into one bucket is not known.
// expect: UNKNOWN
// states: 58
#include <assert.h>
#include <pthread.h>
static void *work(void *arg) { return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  int same = (a * 31) % 8 == (b * 31) % 8;
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!same);
}
