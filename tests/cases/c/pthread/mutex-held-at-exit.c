// A thread ends with the mutex locked, the next one waits for ever.
// expect: deadlock=FALSE
// states: 19
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *p) {
    pthread_mutex_lock(&m);
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
