// Two threads take two spin locks in opposite order and spin for each other for ever (POSIX pthread_spin_lock, DESCRIPTION), although main can return.
// expect: deadlock=FALSE
// states: 392
#include <pthread.h>

static pthread_spinlock_t a, b;

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
    return 0;
}
