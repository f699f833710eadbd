// A function is published; what it reads is written right afterwards.
// expect: assertion=FALSE
// states: 74
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic int x; int (*_Atomic fp)(void);
int getx(void) { return x; }
void *b(void *_) { int (*f)(void) = fp; if (f) assert(f() != 1); return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, b, 0);
  fp = getx;
  x = 1;
  x = 2;
  pthread_join(t, 0);
}
