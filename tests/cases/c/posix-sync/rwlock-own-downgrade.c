// A thread that writes wants to read: it may deadlock, waiting for itself (POSIX pthread_rwlock_rdlock, DESCRIPTION: EDEADLK is optional), although main can return.
// expect: deadlock=FALSE
// states: 44
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *p) {
    pthread_rwlock_wrlock(&l);
    if (pthread_rwlock_rdlock(&l) == 0)
        pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    return 0;
}
