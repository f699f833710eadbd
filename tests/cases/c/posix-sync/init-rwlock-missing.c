// A read-write lock of automatic storage duration is used without having been initialised (POSIX pthread_rwlock_rdlock, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

int main(void) {
    pthread_rwlock_t l;
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_destroy(&l);
    return 0;
}
