// The first thread unlocks and ends by pthread_exit; the process ends with the last thread (POSIX pthread_exit).
// expect: TRUE
// states: 44
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
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_exit(NULL);
}
