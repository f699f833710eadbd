// A thread waits on a condition with a mutex that it does not hold.
// expect: pthread=FALSE
// states: 4
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec soon = {0, 0};
    pthread_cond_timedwait(&c, &m, &soon);
    return 0;
}
