// A semaphore is destroyed on which a thread may be blocked, which is undefined, as is its use after that (POSIX sem_destroy, DESCRIPTION).
// expect: pthread=FALSE data-race=FALSE
// states: 20
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *run(void *p) {
    sem_wait(&s);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    sem_destroy(&s);
    return 0;
}
