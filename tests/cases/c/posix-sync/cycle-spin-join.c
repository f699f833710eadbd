// A thread joins another one and takes the spin lock after that (POSIX pthread_join, pthread_spin_lock); main returns at any time.
// expect: TRUE
// states: 127
#include <pthread.h>

static pthread_spinlock_t l;
static pthread_t t[2];

static void *first(void *p) {
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    return p;
}

static void *second(void *p) {
    pthread_join(t[0], NULL);
    pthread_spin_lock(&l);
    pthread_spin_unlock(&l);
    return p;
}

int main(void) {
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    return 0;
}
