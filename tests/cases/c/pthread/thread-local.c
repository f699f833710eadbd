// A thread-local variable starts afresh in each thread.
// expect: TRUE
// states: 81
#include <assert.h>
#include <pthread.h>

static _Thread_local int n = 5;

static void *run(void *p) {
    n++;
    assert(n == 6);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    assert(n == 6);
    return 0;
}
