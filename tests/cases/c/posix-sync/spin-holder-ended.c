// A thread ends with the spin lock held, and the other spins for ever (POSIX pthread_spin_lock, DESCRIPTION), although main can return.
// expect: deadlock=FALSE
// states: 247
#include <pthread.h>

static pthread_spinlock_t l;

static void *first(void *p) {
    pthread_spin_lock(&l);
    return p;
}

static void *second(void *p) {
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    return 0;
}
