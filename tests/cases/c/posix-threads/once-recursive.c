// The routine calls pthread_once with its own control, which returns only when the routine has completed (POSIX pthread_once, DESCRIPTION); main goes on.
// expect: deadlock=FALSE
// states: 20
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void) { pthread_once(&once, init); }

static void *run(void *p) {
    pthread_once(&once, init);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    return 0;
}
