// A read-write lock that nobody holds can be destroyed (POSIX pthread_rwlock_destroy, DESCRIPTION).
// expect: TRUE
// states: 26
#include <pthread.h>

static pthread_rwlock_t l;

static void *look(void *p) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
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
