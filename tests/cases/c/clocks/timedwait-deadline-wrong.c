// A wait of one hour may time out: nobody signals.
// expect: assertion=FALSE
// states: 104
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec until, after;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 3600;
    pthread_mutex_lock(&m);
    int result = pthread_cond_timedwait(&c, &m, &until);
    pthread_mutex_unlock(&m);
    clock_gettime(CLOCK_REALTIME, &after);
    int passed = after.tv_sec > until.tv_sec || (after.tv_sec == until.tv_sec && after.tv_nsec >= until.tv_nsec);
    assert(result != ETIMEDOUT);
    return 0;
}
