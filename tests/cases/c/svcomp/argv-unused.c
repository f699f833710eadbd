// main has parameters that it does not look at, and an inline function of C99 with an external definition.
// expect: TRUE
// states: 48
#include <pthread.h>
#include <assert.h>

inline int twice(int n) { return 2 * n; }
extern inline int twice(int n);

static __attribute__((noinline)) void *run(void *arg) {
    int *p = arg;
    *p = twice(*p);
    return p;
}

int main(int argc, char **argv) {
    int n = 2;
    pthread_t id;
    void *result;
    pthread_create(&id, ((void *)0), run, &n);
    pthread_join(id, &result);
    assert(*(int *)result == 4);
    return 0;
}
