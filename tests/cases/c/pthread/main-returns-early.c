// The return of main ends the process: the thread that still waits is no deadlock.
// expect: TRUE
// states: 17
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *sleeper(void *p) {
    sem_wait(&never);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, sleeper, NULL);
    return 0;
}
