// The thread has detached itself, and its creator detaches it again (POSIX pthread_detach, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 21
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *run(void *p) {
    pthread_detach(pthread_self());
    sem_post(&ready);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    sem_wait(&ready);
    pthread_detach(t);
    return 0;
}
