// The first thread ends by pthread_exit, so the process lives on, with a thread that waits for ever.
// expect: deadlock=FALSE
// states: 13
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
    pthread_exit(NULL);
}
