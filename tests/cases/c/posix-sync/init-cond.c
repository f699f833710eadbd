// A condition variable of automatic storage duration is initialised before it is used (POSIX pthread_cond_broadcast, DESCRIPTION).
// expect: TRUE
// states: 10
#include <pthread.h>

int main(void) {
    pthread_cond_t c;
    pthread_cond_init(&c, NULL);
    pthread_cond_broadcast(&c);
    pthread_cond_destroy(&c);
    return 0;
}
