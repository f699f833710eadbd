// A new attributes object says joinable, remembers what is set, rejects other values with EINVAL, and can be initialised again after it was destroyed (POSIX pthread_attr_setdetachstate, pthread_attr_destroy).
// expect: TRUE
// states: 24
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t attr;
    int state = -1;
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setdetachstate(&attr, 12345) == EINVAL);
    assert(pthread_attr_destroy(&attr) == 0);
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_destroy(&attr) == 0);
    return 0;
}
