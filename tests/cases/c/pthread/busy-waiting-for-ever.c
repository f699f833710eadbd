// A thread that spins for ever can move: that is no deadlock.
// expect: TRUE
// states: 9
#include <pthread.h>

static _Atomic int never;

static void *spin(void *p) {
    while (!never)
        ;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    pthread_join(t, NULL);
    return 0;
}
