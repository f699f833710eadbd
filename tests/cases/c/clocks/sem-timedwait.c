// When sem_timedwait has timed out, the deadline has passed (POSIX sem_timedwait).
// expect: TRUE
// states: 357
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
    assert(!over || after.tv_sec >= until.tv_sec);
    pthread_join(t, 0);
    return 0;
}
