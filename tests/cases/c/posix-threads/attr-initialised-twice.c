// An attributes object that is initialised is initialised again (POSIX pthread_attr_init, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_init(&attr);
    pthread_create(&t, &attr, nothing, NULL);
    pthread_attr_destroy(&attr);
    pthread_join(t, NULL);
    return 0;
}
