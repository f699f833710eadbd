// Both threads unlock the spin lock before they end, so none waits for ever (POSIX pthread_spin_lock, DESCRIPTION), whenever main returns.
// expect: TRUE
// states: 265
#include <pthread.h>

static pthread_spinlock_t l;

static void *first(void *p) {
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
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
