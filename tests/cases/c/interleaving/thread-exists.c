// Whether a thread exists is asked with a number that is nobody's identifier.
// expect: UNKNOWN
// states: 33
#include <pthread.h>
#include <signal.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int flag, made;
void *nop(void *_) { while (1) ; }
void *b(void *_) { pthread_t t; pthread_create(&t, 0, nop, 0); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, b, 0);
  flag = 1;
  int r = pthread_kill((pthread_t)3, 0);
  assert(r != 0);
  return 0; }
