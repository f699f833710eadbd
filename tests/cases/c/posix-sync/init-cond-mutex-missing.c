// A mutex of automatic storage duration is used without having been initialised (POSIX pthread_mutex_trylock, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 4
#include <pthread.h>

int main(void) {
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_mutex_t m;
    pthread_mutex_trylock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    return 0;
}
