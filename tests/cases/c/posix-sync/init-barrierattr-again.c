// An attributes object is destroyed, and then initialised again (POSIX pthread_barrierattr_destroy, DESCRIPTION).
// expect: TRUE
// states: 11
#include <pthread.h>

int main(void) {
    pthread_barrierattr_t a;
    pthread_barrierattr_init(&a);
    pthread_barrierattr_destroy(&a);
    pthread_barrierattr_init(&a);
    pthread_barrierattr_destroy(&a);
    return 0;
}
