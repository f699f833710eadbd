// sem_getvalue gives 0 or a negative number while a thread may wait for the semaphore (POSIX sem_getvalue, DESCRIPTION).
// expect: TRUE
// states: 40
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *run(void *p) {
    sem_wait(&s);
    return p;
}

int main(void) {
    pthread_t t;
    int value;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    sem_getvalue(&s, &value);
    assert(value <= 0);
    sem_post(&s);
    pthread_join(t, NULL);
    sem_getvalue(&s, &value);
    assert(value == 0);
    sem_destroy(&s);
    return 0;
}
