// A barrier is destroyed, and then initialised again (POSIX pthread_barrier_init, DESCRIPTION).
// expect: TRUE
// states: 11
#include <pthread.h>

int main(void) {
    pthread_barrier_t b;
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_destroy(&b);
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_destroy(&b);
    return 0;
}
