// A mutex that was never initialised is locked, which is undefined (POSIX pthread_mutex_lock, DESCRIPTION).
// expect: pthread=FALSE
// states: 11
#include <pthread.h>

static void *run(void *p) {
    pthread_mutex_lock(p);
    pthread_mutex_unlock(p);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutex_t m;
    pthread_create(&t, NULL, run, &m);
    pthread_join(t, NULL);
    return 0;
}
