// The error of another thread does not show in this thread's errno.
// expect: assertion=FALSE
// states: 20
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *p) {
    errno = ERANGE;
    return p;
}

int main(void) {
    pthread_t t;
    errno = 0;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(errno == ERANGE);
    return 0;
}
