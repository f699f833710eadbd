// A barrier of automatic storage duration is initialised before it is used (POSIX pthread_barrier_wait, DESCRIPTION).
// expect: TRUE
// states: 10
#include <pthread.h>

int main(void) {
    pthread_barrier_t b;
    pthread_barrier_init(&b, NULL, 1);
    pthread_barrier_wait(&b);
    pthread_barrier_destroy(&b);
    return 0;
}
