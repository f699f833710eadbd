// A thread joins itself: undefined (POSIX.1-2017 pthread_join).
// expect: pthread=FALSE
// states: 20
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *join(void *p) {
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, join, NULL);
    return 0;
}
