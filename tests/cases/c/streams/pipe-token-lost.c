// The token is not put back: the second thread waits forever.
// expect: deadlock=FALSE
// states: 61
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *run(void *p) {
    char token;
    read(ends[0], &token, 1);
    return p;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    write(ends[1], "", 1);
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
