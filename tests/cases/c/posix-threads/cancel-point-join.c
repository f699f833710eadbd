// A thread is cancelled before or while it waits in pthread_join; the target is not detached, so main can join it afterwards (POSIX pthread_join, DESCRIPTION; 2.9.5.2).
// expect: TRUE
// states: 98
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t target;
static sem_t go;

static void *sleeper(void *p) {
    sem_wait(&go);
    return p;
}

static void *joiner(void *p) {
    pthread_join(target, NULL);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&target, NULL, sleeper, NULL);
    pthread_create(&t, NULL, joiner, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    sem_post(&go);
    assert(pthread_join(target, &result) == 0 && result == NULL);
    return 0;
}
