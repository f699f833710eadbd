// A section of one thread touches what no other thread uses, then what another one reads without protection.
// expect: data-race=FALSE
// states: 29
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int mine, x, y;
static void *t(void *p) {
  __VERIFIER_atomic_begin();
  mine++;
  x = mine;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  y = x;
  pthread_join(a, 0);
  return 0;
}
