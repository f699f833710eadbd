// Two threads lock two mutexes in the order of their addresses: whatever the order is, it is the same for both.
// expect: TRUE
// states: 724
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
    if ((uintptr_t)y < (uintptr_t)x) {
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
    both(&second, &first);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    both(&first, &second);
    pthread_join(t, NULL);
    return 0;
}
