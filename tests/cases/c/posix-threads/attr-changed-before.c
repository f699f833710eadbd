// The thread is created detached, and joining it is undefined (POSIX pthread_join, DESCRIPTION).
// expect: pthread=FALSE
// states: 18
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, nothing, NULL);
    pthread_join(t, NULL);
    pthread_attr_destroy(&attr);
    return 0;
}
