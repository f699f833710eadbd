// An identifier may be printed, as a number, too: nobody looks at the output.
// expect: TRUE
// states: 23
#include <pthread.h>
#include <stdio.h>
static void *work(void *arg) {
  printf("%lu\n", (unsigned long)pthread_self());
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  printf("%ld %lx\n", (long)t, (unsigned long)t);
}
