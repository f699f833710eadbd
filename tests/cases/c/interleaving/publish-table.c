// A constant table of addresses is published; what they lead to is written right afterwards.
// expect: assertion=FALSE
// states: 74
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
_Atomic int x;
_Atomic int *const table[1] = {&x};
_Atomic int *const *_Atomic fp;
void *b(void *_) { _Atomic int *const *f = fp; if (f) assert(*f[0] != 1); return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, b, 0);
  fp = table;
  x = 1;
  x = 2;
  pthread_join(t, 0);
}
