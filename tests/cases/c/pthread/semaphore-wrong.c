// A semaphore of 2 lets in both threads.
// expect: assertion=FALSE data-race=FALSE
// states: 99
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static volatile int count;

static void *run(void *p) {
    sem_wait(&s);
    count++;
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 2);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
