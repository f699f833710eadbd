// Nothing makes the request come before the call of write: the thread may have returned already (POSIX pthread_cancel, POSIX 2.9.5.2).
// expect: assertion=FALSE
// states: 67
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *run(void *p) {
    ssize_t n = write(1, "x", 1);
    (void)n;
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
