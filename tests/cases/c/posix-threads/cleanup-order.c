// Cancellation pops and calls the handlers, last pushed first, wherever the request strikes (POSIX 2.9.5.3).
// expect: TRUE
// states: 65
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int order;
static int one = 1, two = 2;

static void note(void *p) { order = 10 * order + *(int *)p; }

static void *run(void *p) {
    pthread_cleanup_push(note, &one);
    pthread_cleanup_push(note, &two);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    assert(order == 21);
    return 0;
}
