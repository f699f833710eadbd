// A recursive mutex locked twice and unlocked once is not free.
// expect: deadlock=FALSE
// states: 23
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
