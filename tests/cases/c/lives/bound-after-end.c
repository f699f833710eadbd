// With two threads at most, the second worker is created only if the first one has ended before.
// expect: assertion=FALSE
// options: --threads 2
// states: 48
#include <assert.h>
#include <pthread.h>
static void *first(void *arg) { return arg; }
static void *second(void *arg) {
    assert(0);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    return 0;
}
