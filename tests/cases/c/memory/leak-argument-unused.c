// The only pointer is the argument of a thread that does not use it; main ends without waiting.
// expect: memory=FALSE
// states: 36
#include <pthread.h>
#include <stdlib.h>
static void *t(void *arg) { return 0; }
int main(void) {
  pthread_t a;
  int *p = malloc(sizeof *p);
  pthread_create(&a, 0, t, p);
  return 0;
}
