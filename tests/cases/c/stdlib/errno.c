// Each thread has its own errno.
// expect: TRUE
// states: 40
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *p) {
    errno = 0;
    strtol("99999999999999999999", NULL, 10);
    assert(errno == ERANGE);
    return p;
}

int main(void) {
    pthread_t t;
    errno = 0;
    pthread_create(&t, NULL, run, NULL);
    assert(errno == 0);
    pthread_join(t, NULL);
    assert(errno == 0);
    return 0;
}
