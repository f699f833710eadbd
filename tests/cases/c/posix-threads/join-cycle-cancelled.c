// Main and a thread join each other, but main is cancelled, so it is not waiting for ever: pthread_join is a cancellation point (POSIX 2.9.5.2).
// expect: TRUE
// states: 29
#include <assert.h>
#include <pthread.h>

static pthread_t self;

static void *run(void *p) {
    void *result;
    pthread_cancel(self);
    pthread_join(self, &result);
    assert(result == PTHREAD_CANCELED);
    return p;
}

int main(void) {
    pthread_t t;
    self = pthread_self();
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(0);
    return 0;
}
