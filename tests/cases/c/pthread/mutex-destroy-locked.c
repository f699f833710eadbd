// In one interleaving the mutex is destroyed while the other thread holds it.
// expect: pthread=FALSE data-race=FALSE
// states: 48
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_destroy(&m);
    return 0;
}
