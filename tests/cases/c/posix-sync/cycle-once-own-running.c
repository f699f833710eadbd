// An initialisation calls pthread_once with its own control and waits for itself (POSIX pthread_once, APPLICATION USAGE: the recursive call does not return), while main runs on.
// expect: deadlock=FALSE
// states: 7
#include <assert.h>
#include <pthread.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT;
static _Atomic int calls, never;

static void inside(void) {
    calls++;
}

static void init(void) {
    pthread_once(&outer, inside);
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
