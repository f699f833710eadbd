// An attributes object is initialised again that is initialised already (POSIX pthread_barrierattr_destroy, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_barrierattr_t a;
    pthread_barrierattr_init(&a);
    pthread_barrierattr_init(&a);
    pthread_barrierattr_destroy(&a);
    return 0;
}
