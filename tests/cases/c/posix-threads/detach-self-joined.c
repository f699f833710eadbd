// The thread may detach itself before main joins it (POSIX pthread_join, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 19
#include <pthread.h>

static void *run(void *p) {
    pthread_detach(pthread_self());
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
