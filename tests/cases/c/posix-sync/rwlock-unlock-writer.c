// A thread unlocks a write lock that another thread holds, which is undefined (POSIX pthread_rwlock_unlock, DESCRIPTION).
// expect: pthread=FALSE
// states: 10
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *run(void *p) {
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_wrlock(&l);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
