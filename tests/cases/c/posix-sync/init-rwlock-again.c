// A read-write lock is destroyed, and then initialised again (POSIX pthread_rwlock_init, DESCRIPTION).
// expect: TRUE
// states: 11
#include <pthread.h>

int main(void) {
    pthread_rwlock_t l;
    pthread_rwlock_init(&l, NULL);
    pthread_rwlock_destroy(&l);
    pthread_rwlock_init(&l, NULL);
    pthread_rwlock_destroy(&l);
    return 0;
}
