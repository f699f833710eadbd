// Nothing requires the ID to be stored before the new thread starts (POSIX pthread_create, APPLICATION USAGE): the thread may read it while it is written.
// expect: data-race=FALSE
// options: --strict-standard
// states: 26
#include <pthread.h>

static pthread_t t;
static pthread_t seen;

static void *run(void *p) {
    seen = t;
    return p;
}

int main(void) {
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
