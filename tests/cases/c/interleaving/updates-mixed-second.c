// Additions and bits that are set do not commute: the other order.
// expect: assertion=FALSE
// states: 371
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *first(void *arg) {
    atomic_fetch_add(&n, 1);
    return arg;
}
static void *second(void *arg) {
    atomic_fetch_or(&n, 1);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 1);
    return 0;
}
