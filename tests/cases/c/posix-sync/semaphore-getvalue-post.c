// sem_getvalue gives the value at some time during the call (POSIX sem_getvalue, DESCRIPTION), which may be after the post of the other thread.
// expect: assertion=FALSE
// states: 62
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
    int value;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    sem_getvalue(&s, &value);
    assert(value <= 0);
    sem_wait(&s);
    pthread_join(t, NULL);
    sem_getvalue(&s, &value);
    assert(value == 0);
    sem_destroy(&s);
    return 0;
}
