// A semaphore of 1 lets in one thread at a time.
// expect: TRUE
// states: 96
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int count;

static void *run(void *p) {
    sem_wait(&s);
    count++;
    sem_post(&s);
    return p;
}

int main(void) {
    pthread_t t;
    int value;
    sem_init(&s, 0, 1);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(count == 2);
    sem_getvalue(&s, &value);
    assert(value == 1);
    sem_destroy(&s);
    return 0;
}
