// A thread that tryjoin has joined has done its work; before that it may have done any part of it.
// expect: TRUE
// states: 43
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *work(void *arg) {
    x = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (pthread_tryjoin_np(t, 0) == 0) {
        assert(x == 1);
        return 0;
    }
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
