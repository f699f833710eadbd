// A joinable thread is detached late, perhaps after it has ended (POSIX pthread_detach, DESCRIPTION).
// expect: TRUE
// states: 36
#include <pthread.h>
#include <semaphore.h>

static sem_t ready;

static void *run(void *p) {
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
