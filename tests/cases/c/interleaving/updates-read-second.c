// The old value of an addition tells which one came first: the other order.
// expect: assertion=FALSE
// states: 387
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *first(void *arg) {
    atomic_fetch_add(&n, 1);
    return arg;
}
static void *second(void *arg) {
    int before = atomic_fetch_add(&n, 1);
    assert(before == 1);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
    return 0;
}
