// printf may be a cancellation point, so the thread ends in either way (POSIX 2.9.5.2, second list); what it holds is released by a handler.
// expect: TRUE
// states: 104
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void release(void *m) { pthread_mutex_unlock(m); }

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_cleanup_push(release, &gate);
    printf("x\n");
    pthread_cleanup_pop(1);
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
