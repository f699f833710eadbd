// Threads may run while the functions of atexit do; a mutex orders what they share.
// expect: TRUE
// states: 81
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void finish(void) {
    pthread_mutex_lock(&m);
    n = 0;
    pthread_mutex_unlock(&m);
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
