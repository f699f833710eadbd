// The request is pending when the thread calls usleep, which POSIX.1-2001 2.9.5.2 requires to be a cancellation point (later issues have no usleep; it stays one on every system that has it).
// expect: TRUE
// states: 35
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    usleep(1);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
