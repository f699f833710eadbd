// A spin lock made of an atomic flag protects a plain counter.
// expect: TRUE
// states: 340
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static void *run(void *p) {
    while (atomic_flag_test_and_set(&lock))
        ;
    count++;
    atomic_flag_clear(&lock);
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
