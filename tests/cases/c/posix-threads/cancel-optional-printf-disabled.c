// Where cancellation is disabled, printf does not act on it (POSIX 2.9.5.2).
// expect: TRUE
// states: 79
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *run(void *p) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    printf("x\n");
    fflush(stdout);
    *(int *)p = 1;
    pthread_setcancelstate(old, NULL);
    return NULL;
}

int main(void) {
    pthread_t t;
    int done = 0;
    pthread_create(&t, NULL, run, &done);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(done == 1);
    return 0;
}
