// A request is held while cancellation is disabled, sem_wait included, and acted upon at the first cancellation point after it is enabled (POSIX 2.9.5.1).
// expect: TRUE
// states: 57
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t one;
static int passed;

static void *run(void *p) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    sem_wait(&one);
    passed = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sem_init(&one, 0, 1);
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && passed == 1);
    return 0;
}
