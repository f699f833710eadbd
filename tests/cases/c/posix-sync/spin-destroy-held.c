// A spin lock is destroyed while a thread holds it, which is undefined (POSIX pthread_spin_destroy, DESCRIPTION).
// expect: pthread=FALSE
// states: 20
#include <pthread.h>

static pthread_spinlock_t l;

static void *run(void *p) {
    pthread_spin_lock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_spin_destroy(&l);
    return 0;
}
