// A weak compare-exchange in a loop loses no update.
// expect: TRUE
// states: 1489
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *run(void *p) {
    int old = atomic_load(&count);
    while (!atomic_compare_exchange_weak(&count, &old, old + 1))
        ;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
