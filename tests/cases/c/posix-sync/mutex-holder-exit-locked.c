// The first thread ends by pthread_exit with the mutex locked, which is not released (POSIX pthread_exit); the other thread waits for ever.
// expect: deadlock=FALSE
// states: 38
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
    pthread_exit(NULL);
}
