// Memory known to a local variable of main when a thread calls exit is not lost.
// expect: TRUE
// states: 15
#include <pthread.h>
#include <stdlib.h>
static void *t(void *p) { exit(0); }
int main(void) { pthread_t i; char *p = malloc(3); p[0] = 1; pthread_create(&i, 0, t, 0); pthread_join(i, 0); free(p); }
