// A semaphore is initialised before the thread starts that uses it (POSIX sem_init, DESCRIPTION).
// expect: TRUE
// states: 24
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *run(void *p) {
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    sem_destroy(&s);
    return 0;
}
