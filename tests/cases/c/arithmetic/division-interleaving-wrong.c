// The divisor becomes zero between its test and its use.
// expect: arithmetic=FALSE
// states: 59
#include <pthread.h>

static _Atomic int divisor = 2;
static volatile int result;

static void *run(void *p) {
    divisor = 0;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    if (divisor)
        result = 100 / divisor;
    pthread_join(t, NULL);
    return 0;
}
