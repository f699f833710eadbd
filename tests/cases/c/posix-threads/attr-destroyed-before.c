// A destroyed attributes object is used to create a thread (POSIX pthread_attr_destroy, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 5
#include <pthread.h>

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t attr;
    pthread_attr_init(&attr);
    pthread_attr_destroy(&attr);
    pthread_create(&t, &attr, nothing, NULL);
    pthread_join(t, NULL);
    return 0;
}
