// An initialisation calls pthread_once with another control, which runs its own routine (POSIX pthread_once, DESCRIPTION); main runs on.
// expect: TRUE
// states: 15
#include <assert.h>
#include <pthread.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static _Atomic int calls, never;

static void inside(void) {
    calls++;
}

static void init(void) {
    pthread_once(&inner, inside);
}

static void *run(void *p) {
    pthread_once(&outer, init);
    assert(calls == 1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    while (!never)
        ;
    return 0;
}
