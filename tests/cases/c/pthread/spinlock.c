// Two threads count under a spin lock.
// expect: TRUE
// states: 94
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t l;
static int count;

static void *run(void *p) {
    pthread_spin_lock(&l);
    count++;
    pthread_spin_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(count == 2);
    assert(pthread_spin_trylock(&l) == 0);
    pthread_spin_unlock(&l);
    pthread_spin_destroy(&l);
    return 0;
}
