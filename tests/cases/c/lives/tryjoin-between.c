// Between the last action of a thread and its end others run: tryjoin may still find it alive.
// expect: assertion=FALSE
// states: 108
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
void *work(void *arg) {
    flag = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int seen = flag;
    int done = pthread_tryjoin_np(t, 0) == 0;
    if (!done) pthread_join(t, 0);
    assert(!seen || done);
    return 0;
}
