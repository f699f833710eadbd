// An attributes object is initialised again that is initialised already (POSIX pthread_mutexattr_destroy, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_init(&a);
    pthread_mutexattr_destroy(&a);
    return 0;
}
