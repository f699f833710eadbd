// Between two rounds of its loop the thread will read x again: what main writes meanwhile is visible.
// expect: assertion=FALSE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *t(void *p) {
  int first = 0;
  for (int i = 0; i < 2; i++) {
    int seen = x;
    if (i == 0)
      first = seen;
    else
      assert(!(first == 0 && seen == 1));
    y = i;
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  y = 5;
  x = 1;
  x = 2;
  pthread_join(a, 0);
  return 0;
}
