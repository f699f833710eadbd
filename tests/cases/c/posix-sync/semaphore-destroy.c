// A semaphore on which no thread is blocked can be destroyed: main does so when its wait has returned (POSIX sem_destroy, DESCRIPTION).
// expect: TRUE
// states: 28
#include <assert.h>
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
    assert(sem_wait(&s) == 0);
    assert(sem_destroy(&s) == 0);
    pthread_join(t, NULL);
    return 0;
}
