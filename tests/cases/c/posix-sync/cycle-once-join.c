// A thread joins another one after the initialisation, for which both may wait (POSIX pthread_once, pthread_join); main returns at any time.
// expect: TRUE
// states: 147
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t t[2];

static void nothing(void) {}

static void *first(void *p) {
    pthread_once(&once, nothing);
    return p;
}

static void *second(void *p) {
    pthread_once(&once, nothing);
    pthread_join(t[0], NULL);
    return p;
}

int main(void) {
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    return 0;
}
