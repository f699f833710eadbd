// Memory is lost before an assumption that fails, and the process ends in between.
// expect: memory=FALSE
// states: 43
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
static int x;
static int *kept;
static void *work(void *arg) {
    int seen = x;
    int *p = malloc(sizeof(int));
    p = 0;
    __VERIFIER_assume(seen);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    return 0;
}
