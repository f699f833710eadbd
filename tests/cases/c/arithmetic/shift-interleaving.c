// Two increments make a shift too wide in one interleaving.
// expect: arithmetic=FALSE
// states: 40
#include <pthread.h>

static _Atomic unsigned n = 31;
static volatile unsigned result;

static void *run(void *p) {
    n++;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    result = 5u << n;
    pthread_join(t, NULL);
    return 0;
}
