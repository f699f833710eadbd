// A condition variable of automatic storage duration is used without having been initialised (POSIX pthread_cond_broadcast, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

int main(void) {
    pthread_cond_t c;
    pthread_cond_broadcast(&c);
    pthread_cond_destroy(&c);
    return 0;
}
