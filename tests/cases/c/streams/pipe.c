// A number goes through a pipe.
// expect: TRUE
// states: 61
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *run(void *p) {
    int n = 17;
    write(ends[1], &n, sizeof n);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    pthread_create(&t, NULL, run, NULL);
    int n = 0;
    assert(read(ends[0], &n, sizeof n) == sizeof n);
    assert(n == 17);
    pthread_join(t, NULL);
    return 0;
}
