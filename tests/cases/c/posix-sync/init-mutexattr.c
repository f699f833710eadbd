// An attributes object of automatic storage duration is initialised before it is used (POSIX pthread_mutexattr_gettype, DESCRIPTION).
// expect: TRUE
// states: 12
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    int type;
    pthread_mutexattr_gettype(&a, &type);
    pthread_mutexattr_destroy(&a);
    return 0;
}
