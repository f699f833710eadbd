// Two threads take two spin locks in the same order and none waits for ever (POSIX pthread_spin_lock, DESCRIPTION), while main runs on.
// expect: TRUE
// states: 106
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

static void *again(void *p) {
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t[0], NULL, ab, NULL);
    pthread_create(&t[1], NULL, again, NULL);
    while (!never)
        ;
    return 0;
}
