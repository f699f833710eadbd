// A condition variable that waits by the monotonic clock does not time out before that clock shows the deadline.
// expect: TRUE
// states: 110
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_condattr_t attributes;
    pthread_cond_t c;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&c, &attributes);
    struct timespec until, after;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 5;
    pthread_mutex_lock(&m);
    int result = pthread_cond_timedwait(&c, &m, &until);
    pthread_mutex_unlock(&m);
    clock_gettime(CLOCK_MONOTONIC, &after);
    if (result == ETIMEDOUT) assert(after.tv_sec >= until.tv_sec);
    return 0;
}
