// Threads may run while the functions of atexit do, here without the mutex.
// expect: data-race=FALSE
// states: 69
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void finish(void) {
    n = 0;
}

static void *run(void *p) {
    pthread_mutex_lock(&m);
    n = 1;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    atexit(finish);
    pthread_create(&t, NULL, run, NULL);
    return 0;
}
