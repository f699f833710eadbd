// A bit-field of width zero separates its neighbours.
// expect: TRUE
// states: 42
#include <assert.h>
#include <pthread.h>

static volatile struct {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
} s;

static void *run(void *p) {
    s.a = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    s.b = 1;
    pthread_join(t, NULL);
    assert(s.a == 1 && s.b == 1);
    return 0;
}
