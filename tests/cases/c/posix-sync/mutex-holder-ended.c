// Both threads unlock before they end, so none waits for ever, while main runs on (POSIX XSH 2.9.3: a thread is the owner until it unlocks).
// expect: TRUE
// states: 74
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int never;

static void *first(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
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
    while (!never)
        ;
    return 0;
}
