// A wait with a recursive mutex that the caller does not own is undefined: only error-checking and robust mutexes give an error (POSIX pthread_cond_wait, DESCRIPTION).
// expect: pthread=FALSE
// states: 11
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *other(void *p) {
    struct timespec past = {0, 0};
    pthread_cond_timedwait(&c, &m, &past);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    return 0;
}
