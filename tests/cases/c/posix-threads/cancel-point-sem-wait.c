// The request is pending when the thread calls sem_wait, so it is acted upon before the call returns although the semaphore is free (POSIX 2.9.5.2).
// expect: TRUE
// states: 36
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t one;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    sem_wait(&one);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&one, 0, 1);
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
