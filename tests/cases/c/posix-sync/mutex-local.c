// PTHREAD_MUTEX_INITIALIZER is the same as a call of pthread_mutex_init without attributes, also for a local variable (POSIX pthread_mutex_init, DESCRIPTION).
// expect: TRUE
// states: 28
#include <pthread.h>

static void *run(void *p) {
    pthread_mutex_lock(p);
    pthread_mutex_unlock(p);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_create(&t, NULL, run, &m);
    pthread_join(t, NULL);
    return 0;
}
