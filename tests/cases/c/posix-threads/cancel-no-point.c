// The thread calls no function of the two lists of cancellation points (locks, malloc, once, barriers, sem_trywait are in neither), so it returns although the request is pending (POSIX 2.9.5.2).
// expect: TRUE
// states: 57
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static sem_t s;

static void nothing(void) {}

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    free(malloc(1));
    pthread_once(&once, nothing);
    pthread_cond_broadcast(&c);
    pthread_barrier_wait(&barrier);
    sched_yield();
    sem_post(&s);
    sem_trywait(&s);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&s, 0, 0);
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == NULL);
    return 0;
}
