// A thread joins itself.
// expect: pthread=FALSE
#include <pthread.h>

static void *join(void *p) {
    pthread_join(pthread_self(), NULL);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, join, NULL);
    return 0;
}
