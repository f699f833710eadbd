// A thread uses a variable of a function that has returned, ordered by a semaphore, so it is no race (C17 6.2.4p6).
// expect: memory=FALSE
// states: 22
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go, done;

static void *run(void *p) {
    sem_wait(&go);
    assert(*(int *)p == 1);
    sem_post(&done);
    return NULL;
}

static void start(pthread_t *t) {
    int x = 1;
    pthread_create(t, NULL, run, &x);
}

int main(void) {
    pthread_t t;
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    start(&t);
    sem_post(&go);
    sem_wait(&done);
    pthread_join(t, NULL);
    return 0;
}
