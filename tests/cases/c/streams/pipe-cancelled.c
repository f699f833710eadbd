// A thread that waits in read is cancelled (POSIX 2.9.5.2).
// expect: TRUE
// states: 33
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *run(void *p) {
    char c;
    read(ends[0], &c, 1);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, NULL, run, NULL);
    void *result;
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
