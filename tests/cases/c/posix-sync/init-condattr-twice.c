// An attributes object is initialised again that is initialised already (POSIX pthread_condattr_destroy, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    static pthread_condattr_t a;
    pthread_condattr_init(&a);
    pthread_condattr_init(&a);
    pthread_condattr_destroy(&a);
    return 0;
}
