// A detached thread is cut off by the end of main before it frees: the memory is still reachable.
// expect: TRUE
// states: 76
#include <pthread.h>
#include <stdlib.h>
static void *t(void *p) { int *q = malloc(4); *q = 1; free(q); return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_detach(a); return 0; }
