// An attributes object is initialised again that is initialised already (POSIX pthread_rwlockattr_destroy, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_destroy(&a);
    return 0;
}
