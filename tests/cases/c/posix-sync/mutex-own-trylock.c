// trylock fails with EBUSY for a normal and an error-checking mutex that the caller holds, and counts for a recursive one (POSIX pthread_mutex_trylock).
// expect: TRUE
// states: 71
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m[3];
static const int type[3] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_RECURSIVE};

static void *other(void *p) {
    assert(pthread_mutex_trylock(&m[2]) == 0);
    assert(pthread_mutex_unlock(&m[2]) == 0);
    return p;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++) {
        pthread_mutexattr_t attr;
        pthread_mutexattr_init(&attr);
        pthread_mutexattr_settype(&attr, type[i]);
        pthread_mutex_init(&m[i], &attr);
        pthread_mutexattr_destroy(&attr);
        assert(pthread_mutex_lock(&m[i]) == 0);
    }
    assert(pthread_mutex_trylock(&m[0]) == EBUSY);
    assert(pthread_mutex_trylock(&m[1]) == EBUSY);
    assert(pthread_mutex_trylock(&m[2]) == 0);
    assert(pthread_mutex_unlock(&m[2]) == 0);
    assert(pthread_mutex_unlock(&m[2]) == 0);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    return 0;
}
