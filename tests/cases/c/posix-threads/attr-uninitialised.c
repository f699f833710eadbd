// A thread is created with an attributes object of zero bytes that was never initialised (POSIX pthread_create, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

static pthread_attr_t attr;

static void *nothing(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, &attr, nothing, NULL);
    pthread_join(t, NULL);
    return 0;
}
