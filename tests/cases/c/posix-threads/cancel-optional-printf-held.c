// As cancel-optional-printf.c, without the handler: a thread that is cancelled in printf keeps the lock.
// expect: deadlock=FALSE
// states: 69
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    printf("x\n");
    pthread_mutex_unlock(&gate);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == NULL || result == PTHREAD_CANCELED);
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return 0;
}
