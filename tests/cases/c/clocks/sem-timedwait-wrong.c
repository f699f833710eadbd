// A semaphore may be posted too late.
// expect: assertion=FALSE
// states: 245
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *post(void *p) {
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    struct timespec until, after;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, post, 0);
    timespec_get(&until, TIME_UTC);
    until.tv_sec += 10;
    int over = sem_timedwait(&s, &until) && errno == ETIMEDOUT;
    timespec_get(&after, TIME_UTC);
    assert(!over);
    pthread_join(t, 0);
    return 0;
}
