// A read-write lock of automatic storage duration is initialised before it is used (POSIX pthread_rwlock_rdlock, DESCRIPTION).
// expect: TRUE
// states: 11
#include <pthread.h>

int main(void) {
    pthread_rwlock_t l;
    pthread_rwlock_init(&l, NULL);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_destroy(&l);
    return 0;
}
