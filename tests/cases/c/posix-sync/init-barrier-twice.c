// A barrier is initialised again that is initialised already (POSIX pthread_barrier_init, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_barrier_t b;
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_destroy(&b);
    return 0;
}
