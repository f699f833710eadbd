// trylock of a spin lock fails with EBUSY while any thread, the caller included, holds it (POSIX pthread_spin_trylock, ERRORS).
// expect: TRUE
// states: 27
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t l;

static void *run(void *p) {
    assert(pthread_spin_trylock(&l) == EBUSY);
    return p;
}

int main(void) {
    pthread_t t;
    assert(pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_spin_trylock(&l) == 0);
    assert(pthread_spin_trylock(&l) == EBUSY);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(pthread_spin_unlock(&l) == 0);
    assert(pthread_spin_destroy(&l) == 0);
    return 0;
}
