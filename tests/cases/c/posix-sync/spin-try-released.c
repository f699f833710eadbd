// trylock of a spin lock succeeds if the holder has released it meanwhile (POSIX pthread_spin_trylock, DESCRIPTION).
// expect: assertion=FALSE
// states: 46
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t l;

static void *run(void *p) {
    int rc = pthread_spin_trylock(&l);
    assert(rc == EBUSY);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&l);
    pthread_create(&t, NULL, run, NULL);
    pthread_spin_unlock(&l);
    pthread_join(t, NULL);
    return 0;
}
