// A mutex of automatic storage duration is initialised before it is used (POSIX pthread_mutex_trylock, DESCRIPTION).
// expect: TRUE
// states: 15
#include <pthread.h>

int main(void) {
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    pthread_mutex_t m;
    pthread_mutex_init(&m, NULL);
    pthread_mutex_trylock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    return 0;
}
