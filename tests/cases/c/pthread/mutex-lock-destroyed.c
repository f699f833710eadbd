// A mutex is locked after it was destroyed.
// expect: pthread=FALSE
// states: 6
#include <pthread.h>

int main(void) {
    pthread_mutex_t m;
    pthread_mutex_init(&m, NULL);
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);
    return 0;
}
