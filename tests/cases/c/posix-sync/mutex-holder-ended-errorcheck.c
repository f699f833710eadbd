// The owner of an error-checking mutex has ended: for all others it stays locked and is not theirs (POSIX XSH 2.9.3; pthread_mutex_unlock, EPERM).
// expect: TRUE
// states: 45
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *owner(void *p) {
    assert(pthread_mutex_lock(&m) == 0);
    return p;
}

static void *later(void *p) {
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, owner, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, later, NULL);
    pthread_join(t, NULL);
    later(NULL);
    return 0;
}
