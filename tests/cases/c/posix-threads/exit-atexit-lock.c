// The other thread waits for ever when main returns, but the mutex is free for the function of atexit, and the process ends.
// expect: TRUE
// states: 20
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready, never;

static void finish(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    sem_post(&ready);
    sem_wait(&never);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    sem_init(&never, 0, 0);
    atexit(finish);
    pthread_create(&t, NULL, run, NULL);
    sem_wait(&ready);
    return 0;
}
