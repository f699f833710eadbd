// A plain read and an atomic write are a race.
// expect: data-race=FALSE
// states: 34
#include <pthread.h>

static _Atomic int x;

static void *run(void *p) {
    x = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    int seen = *(volatile int *)&x;
    pthread_join(t, NULL);
    return seen & 0;
}
