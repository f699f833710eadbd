// The last thread to end runs the functions of atexit: here not necessarily the first one (POSIX exit, pthread_exit).
// expect: assertion=FALSE
// states: 43
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_t first;
void check(void) { assert(pthread_equal(pthread_self(), first)); }
void *work(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    first = pthread_self();
    atexit(check);
    pthread_create(&t, 0, work, 0);
    pthread_detach(t);
    pthread_exit(0);
}
