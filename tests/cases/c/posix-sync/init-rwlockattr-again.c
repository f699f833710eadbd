// An attributes object is destroyed, and then initialised again (POSIX pthread_rwlockattr_destroy, DESCRIPTION).
// expect: TRUE
// states: 11
#include <pthread.h>

int main(void) {
    pthread_rwlockattr_t a;
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_destroy(&a);
    pthread_rwlockattr_init(&a);
    pthread_rwlockattr_destroy(&a);
    return 0;
}
