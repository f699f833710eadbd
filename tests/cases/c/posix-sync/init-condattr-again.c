// An attributes object is destroyed, and then initialised again (POSIX pthread_condattr_destroy, DESCRIPTION).
// expect: TRUE
// states: 10
#include <pthread.h>

int main(void) {
    static pthread_condattr_t a;
    pthread_condattr_init(&a);
    pthread_condattr_destroy(&a);
    pthread_condattr_init(&a);
    pthread_condattr_destroy(&a);
    return 0;
}
