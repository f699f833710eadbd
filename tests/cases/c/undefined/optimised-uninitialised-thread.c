// An uninitialised local variable decides a branch of a thread; an optimiser may choose either side and delete the test (C17 6.3.2.1p2).
// expect: memory=FALSE
// options: --opt 2
// states: 11
#include <pthread.h>

static int done;

static void *run(void *p) {
    int x;
    if (x)
        done = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
