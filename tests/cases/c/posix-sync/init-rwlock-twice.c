// A read-write lock is initialised again that is initialised already (POSIX pthread_rwlock_init, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_rwlock_t l;
    pthread_rwlock_init(&l, NULL);
    pthread_rwlock_init(&l, NULL);
    pthread_rwlock_destroy(&l);
    return 0;
}
