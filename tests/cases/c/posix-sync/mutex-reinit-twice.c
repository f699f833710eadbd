// Initialising a mutex that is initialised already is undefined (POSIX pthread_mutex_init, DESCRIPTION).
// expect: pthread=FALSE
// states: 6
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
