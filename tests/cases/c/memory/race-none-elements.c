// Neighbouring array elements and structure members are separate.
// expect: TRUE
// states: 44
#include <assert.h>
#include <pthread.h>

static volatile char a[2];
static volatile struct {
    char c;
    short s;
} s;

static void *run(void *p) {
    a[1] = 1;
    s.c = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    a[0] = 1;
    s.s = 1;
    pthread_join(t, NULL);
    assert(a[0] && a[1] && s.c && s.s);
    return 0;
}
