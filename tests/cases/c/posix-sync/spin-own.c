// A thread locks a spin lock that it holds and spins for ever (POSIX pthread_spin_lock, DESCRIPTION: it does not return until the lock is available), while main runs on.
// expect: deadlock=FALSE
// states: 8
#include <pthread.h>

static pthread_spinlock_t l;
static _Atomic int never;

static void *run(void *p) {
    pthread_spin_lock(&l);
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, run, NULL);
    while (!never)
        ;
    return 0;
}
