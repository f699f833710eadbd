// A wait with a deadline that is over does not wait forever.
// expect: TRUE
// states: 18
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec -= 1;
    pthread_mutex_lock(&m);
    while (pthread_cond_timedwait(&c, &m, &until) != ETIMEDOUT) {};
    pthread_mutex_unlock(&m);
    return 0;
}
