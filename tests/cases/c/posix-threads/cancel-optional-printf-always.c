// printf need not be a cancellation point (it may only fill a buffer), so the thread may return (POSIX 2.9.5.2, second list).
// expect: assertion=FALSE
// states: 46
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    printf("x\n");
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
