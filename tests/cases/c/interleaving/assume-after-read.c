// An assumption about what was read decides whether the thread goes on; what it wrote before is seen by others.
// expect: assertion=FALSE data-race=FALSE
// states: 116
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
static int x, y;
static void *first(void *arg) {
    y = 1;
    int seen = x;
    __VERIFIER_assume(seen == 2);
    return arg;
}
static void *second(void *arg) {
    assert(!y);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
