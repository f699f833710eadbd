// A barrier of automatic storage duration is used without having been initialised (POSIX pthread_barrier_wait, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

int main(void) {
    pthread_barrier_t b;
    pthread_barrier_wait(&b);
    pthread_barrier_destroy(&b);
    return 0;
}
