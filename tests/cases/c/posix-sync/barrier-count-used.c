// pthread_barrier_init fails for a count of 0 and the barrier is not initialised; its use is undefined (POSIX pthread_barrier_init, DESCRIPTION).
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

static pthread_barrier_t b;

int main(void) {
    pthread_barrier_init(&b, NULL, 0);
    pthread_barrier_wait(&b);
    return 0;
}
