// The twin: the memory is freed where the assumption holds, and kept until then.
// expect: data-race=FALSE
// states: 50
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
static int x, y;
static void *work(void *arg) {
    int *p = malloc(sizeof(int));
    x = p != 0;
    int seen = y;
    __VERIFIER_assume(seen);
    free(p);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    if (x)
        y = 0;
    return 0;
}
