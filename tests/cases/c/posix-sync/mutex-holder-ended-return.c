// A thread ends with the mutex locked (POSIX pthread_exit: mutexes are not released), and the other waits for ever, although main can return.
// expect: deadlock=FALSE
// states: 246
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *p) {
    pthread_mutex_lock(&m);
    return p;
}

static void *second(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    return 0;
}
