// Two threads join the same thread, at the same time or one after the other; both are undefined (POSIX pthread_join, DESCRIPTION; 2.9.2).
// expect: pthread=FALSE
// states: 73
#include <pthread.h>

static pthread_t target;

static void *nothing(void *p) { return p; }

static void *joiner(void *p) {
    pthread_join(target, NULL);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&target, NULL, nothing, NULL);
    pthread_create(&t, NULL, joiner, NULL);
    pthread_join(target, NULL);
    pthread_join(t, NULL);
    return 0;
}
