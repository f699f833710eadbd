// The request is pending when the thread calls sem_timedwait, so it is acted upon before the call returns (POSIX 2.9.5.2, sem_timedwait is in the list of required cancellation points).
// expect: TRUE
// states: 40
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t none;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    sem_timedwait(&none, &(struct timespec){.tv_sec = 2000000000});
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&none, 0, 0);
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
