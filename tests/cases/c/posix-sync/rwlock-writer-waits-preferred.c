// The lock prefers writers by its attribute, so the second read lock waits for the writer that waits (glibc pthread_rwlockattr_setkind_np), which waits for the first one.
// expect: deadlock=FALSE
// states: 45
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t l;

static void *writer(void *p) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_rwlockattr_t attr;
    pthread_rwlockattr_init(&attr);
    pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&l, &attr);
    pthread_rwlockattr_destroy(&attr);
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, writer, NULL);
    if (pthread_rwlock_rdlock(&l) == 0)
        pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    return 0;
}
