// The value of pthread_exit arrives at the join, with what the thread wrote (POSIX pthread_exit, XBD 4.12).
// expect: TRUE
// states: 34
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *p) {
    int *n = malloc(sizeof *n);
    *n = 5;
    pthread_exit(n);
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, &result);
    assert(*(int *)result == 5);
    free(result);
    return 0;
}
