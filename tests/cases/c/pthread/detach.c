// A detached thread goes on after the first thread has ended.
// expect: TRUE
// states: 35
#include <assert.h>
#include <pthread.h>

static _Atomic int x;

static void *detached(void *p) {
    pthread_detach(pthread_self());
    x = 1;
    assert(x == 1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, detached, NULL);
    pthread_exit(NULL);
}
