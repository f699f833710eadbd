// Two readers want to become writers: each waits until the other gives up its read lock.
// expect: deadlock=FALSE
// states: 15
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *upgrade(void *p) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, upgrade, NULL);
    upgrade(NULL);
    return 0;
}
