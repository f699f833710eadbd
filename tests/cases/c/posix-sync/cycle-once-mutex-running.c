// A thread holds the mutex and waits until the initialisation is complete, which waits for the mutex (POSIX pthread_once, DESCRIPTION), while main runs on.
// expect: deadlock=FALSE
// states: 90
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic int never;

static void locking(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}

static void nothing(void) {}

static void *first(void *p) {
    pthread_once(&once, locking);
    return p;
}

static void *second(void *p) {
    pthread_mutex_lock(&m);
    pthread_once(&once, nothing);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    while (!never)
        ;
    return 0;
}
