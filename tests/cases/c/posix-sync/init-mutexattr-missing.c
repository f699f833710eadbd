// An attributes object of automatic storage duration is used without having been initialised (POSIX pthread_mutexattr_gettype, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    int type;
    pthread_mutexattr_gettype(&a, &type);
    pthread_mutexattr_destroy(&a);
    return 0;
}
