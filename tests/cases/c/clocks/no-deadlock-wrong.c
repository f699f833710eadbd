// A wait without a deadline, and nobody signals.
// expect: deadlock=FALSE
// states: 10
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
    for (;;) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return 0;
}
