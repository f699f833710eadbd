// Main returns: its local variables have died when the functions of atexit run, and a thread uses one (C17 6.2.4p6, 5.1.2.2.3 footnote).
// expect: memory=FALSE
// states: 27
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t go, done;

static void finish(void) {
    sem_post(&go);
    sem_wait(&done);
}

static void *run(void *p) {
    sem_wait(&go);
    assert(*(int *)p == 1);
    sem_post(&done);
    return NULL;
}

int main(void) {
    pthread_t t;
    int x = 1;
    sem_init(&go, 0, 0);
    sem_init(&done, 0, 0);
    atexit(finish);
    pthread_create(&t, NULL, run, &x);
    return 0;
}
