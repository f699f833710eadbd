// A thread that was created detached is detached again.
// expect: pthread=FALSE
// states: 24
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &attr, nothing, NULL);
    pthread_attr_destroy(&attr);
    pthread_detach(t);
    return 0;
}
