// Another thread reads what is added to, without an atomic.
// expect: data-race=FALSE
// states: 316
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *first(void *arg) {
    atomic_fetch_add(&n, 1);
    return arg;
}
static void *second(void *arg) {
    int seen = *(int *)&n;
    assert(seen < 2);
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
