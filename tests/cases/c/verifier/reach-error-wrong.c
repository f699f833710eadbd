// A call of reach_error that is reached in one interleaving; the function is the program's own.
// expect: assertion=FALSE
// states: 37
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static _Atomic int x;

static void *run(void *p) {
    x = 1;
    x = 0;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    if (x != 0)
        reach_error();
    pthread_join(t, NULL);
    return 0;
}
