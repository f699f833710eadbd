// Memory is lost after a read that others notice and before an assumption that fails; the process ends in between.
// expect: memory=FALSE data-race=FALSE
// states: 57
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
static int x, y;
static void *work(void *arg) {
    int *p = malloc(sizeof(int));
    x = p != 0;
    int seen = y;
    p = 0;
    __VERIFIER_assume(seen);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    if (x)
        y = 0;
    return 0;
}
