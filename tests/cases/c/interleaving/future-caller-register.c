// While main looks at z in a function, only a variable of the waiting main points to what it reads afterwards.
// expect: assertion=FALSE
// states: 71
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int z;
static __attribute__((noinline)) int look(void) { return z; }
static void *t(void *p) {
  atomic_int *at = p;
  *at = 1;
  z = 1;
  *at = 2;
  return 0;
}
int main(void) {
  pthread_t a;
  atomic_int *p = calloc(1, sizeof *p);
  pthread_create(&a, 0, t, p);
  if (look() == 1)
    assert(*p != 1);
  pthread_join(a, 0);
  free(p);
  return 0;
}
