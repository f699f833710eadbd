// The product overflows if the other thread comes first.
// expect: overflow=FALSE
// states: 52
#include <pthread.h>

static _Atomic int factor = 1;
static volatile int result;

static void *run(void *p) {
    factor = 100000;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    result = factor * 100000;
    pthread_join(t, NULL);
    return 0;
}
