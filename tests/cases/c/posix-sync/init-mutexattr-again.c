// An attributes object is destroyed, and then initialised again (POSIX pthread_mutexattr_destroy, DESCRIPTION).
// expect: TRUE
// states: 11
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_destroy(&a);
    pthread_mutexattr_init(&a);
    pthread_mutexattr_destroy(&a);
    return 0;
}
