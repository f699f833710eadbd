// A destroyed mutex can be initialised again, with other attributes (POSIX pthread_mutex_destroy, DESCRIPTION).
// expect: TRUE
// states: 22
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutex_init(&m, &attr) == 0);
    pthread_mutexattr_destroy(&attr);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_destroy(&m) == 0);
    assert(pthread_mutex_init(&m, NULL) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_mutex_unlock(&m);
    return 0;
}
