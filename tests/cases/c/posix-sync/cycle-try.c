// Locks in opposite order, but one thread only tries the spin lock and never waits for it (POSIX pthread_spin_trylock, DESCRIPTION); main returns at any time.
// expect: TRUE
// states: 395
#include <pthread.h>

static pthread_spinlock_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *p) {
    pthread_spin_lock(&s);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_spin_unlock(&s);
    return p;
}

static void *second(void *p) {
    pthread_mutex_lock(&m);
    if (pthread_spin_trylock(&s) == 0)
        pthread_spin_unlock(&s);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    return 0;
}
