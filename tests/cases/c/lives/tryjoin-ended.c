// The twin: that a thread has not ended yet cannot be relied on either.
// expect: assertion=FALSE
// states: 50
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
void *work(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int done = pthread_tryjoin_np(t, 0) == 0;
    if (!done) pthread_join(t, 0);
    assert(!done);
    return 0;
}
