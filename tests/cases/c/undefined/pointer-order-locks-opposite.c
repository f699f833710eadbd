// Two threads lock two mutexes in opposite orders of their addresses.
// expect: deadlock=FALSE
// states: 909
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *x, pthread_mutex_t *y, int upwards) {
    if (((uintptr_t)x < (uintptr_t)y) != upwards) {
        pthread_mutex_t *z = x;
        x = y;
        y = z;
    }
    pthread_mutex_lock(x);
    pthread_mutex_lock(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}

static void *run(void *p) {
    both(&first, &second, 1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    both(&first, &second, 0);
    pthread_join(t, NULL);
    return 0;
}
