// The divisor is tested and used under one lock.
// expect: TRUE
// states: 67
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int divisor = 2;
static volatile int result;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    divisor = 0;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    if (divisor)
        result = 100 / divisor;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
