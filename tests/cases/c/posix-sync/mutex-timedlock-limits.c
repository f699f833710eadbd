// timedlock gets a free mutex whatever the time, and fails with ETIMEDOUT or, for a bad number of nanoseconds, EINVAL where it would wait (POSIX pthread_mutex_timedlock, ERRORS).
// expect: TRUE
// states: 20
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec past = {0, 0}, large = {0, 1000000000}, negative = {0, -1};

int main(void) {
    pthread_mutex_t m;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    assert(pthread_mutex_timedlock(&m, &past) == 0);
    assert(pthread_mutex_timedlock(&m, &past) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&m, &large) == EINVAL);
    assert(pthread_mutex_timedlock(&m, &negative) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
