// An initialisation joins a thread that waits until the initialisation is complete (POSIX pthread_once, pthread_join), although main can return.
// expect: deadlock=FALSE
// states: 150
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t t[2];

static void nothing(void) {}

static void *first(void *p) {
    pthread_once(&once, nothing);
    return p;
}

static void joining(void) {
    pthread_join(t[0], NULL);
}

static void *second(void *p) {
    pthread_once(&once, joining);
    return p;
}

int main(void) {
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    return 0;
}
