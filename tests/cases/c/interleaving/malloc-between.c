// Behind its look at f, main may be given the memory that the thread frees only later.
// expect: assertion=FALSE
// states: 152
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int f;
static void *t(void *p) {
  f = 1;
  free(p);
  return 0;
}
int main(void) {
  pthread_t a;
  int *volatile p = malloc(sizeof(int));
  pthread_create(&a, 0, t, p);
  int before = f;
  int *volatile q = malloc(sizeof(int));
  assert(!(before == 0 && q == p));
  pthread_join(a, 0);
  free(q);
  return 0;
}
