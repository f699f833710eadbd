// A thread that waits for ever is cancelled.
// expect: TRUE
// states: 28
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *sleeper(void *p) {
    sem_wait(&never);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, sleeper, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
