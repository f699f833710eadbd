// An attributes object is destroyed twice (POSIX pthread_attr_destroy, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 17
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_create(&t, &attr, nothing, NULL);
    pthread_attr_destroy(&attr);
    pthread_attr_destroy(&attr);
    pthread_join(t, NULL);
    return 0;
}
