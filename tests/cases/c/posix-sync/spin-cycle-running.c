// Two threads take two spin locks in opposite order and spin for each other for ever (POSIX pthread_spin_lock, DESCRIPTION), while main runs on.
// expect: deadlock=FALSE
// states: 109
#include <pthread.h>

static pthread_spinlock_t a, b;
static _Atomic int never;

static void *ab(void *p) {
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    return p;
}

static void *ba(void *p) {
    pthread_spin_lock(&b);
    pthread_spin_lock(&a);
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t[0], NULL, ab, NULL);
    pthread_create(&t[1], NULL, ba, NULL);
    while (!never)
        ;
    return 0;
}
