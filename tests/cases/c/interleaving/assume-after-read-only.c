// An assumption about what was read fails always: nothing after it happens.
// expect: TRUE
// states: 163
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
extern void __VERIFIER_assume(int);
static void *first(void *arg) {
    int seen = atomic_load(&n);
    __VERIFIER_assume(seen == 2);
    assert(0);
    return arg;
}
static void *second(void *arg) {
    n = 1;
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
