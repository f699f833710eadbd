// A read-write lock is destroyed that a thread, ended by now, still holds for reading, which is undefined (POSIX pthread_rwlock_destroy, DESCRIPTION).
// expect: pthread=FALSE
// states: 20
#include <pthread.h>

static pthread_rwlock_t l;

static void *look(void *p) {
    pthread_rwlock_rdlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_init(&l, NULL);
    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_destroy(&l);
    return 0;
}
