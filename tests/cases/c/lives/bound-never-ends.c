// The twin: the first worker does not end before the process does.
// expect: TRUE
// options: --threads 2
// states: 29
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int over;
static void *first(void *arg) {
    while (!over)
        ;
    return arg;
}
static void *second(void *arg) {
    assert(0);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    over = 1;
    pthread_join(a, 0);
    return 0;
}
