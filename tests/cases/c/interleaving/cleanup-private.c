// The process may end while another thread still has memory that nobody else knows.
// expect: valid-memcleanup=FALSE
// states: 52
#include <pthread.h>
#include <stdlib.h>
static void *t(void *p) {
  volatile int *mine = malloc(sizeof *mine);
  *mine = 1;
  free((int *)mine);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  return 0;
}
