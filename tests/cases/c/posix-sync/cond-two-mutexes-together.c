// Two threads wait on one condition variable at the same time with different mutexes, which is undefined (POSIX pthread_cond_wait, DESCRIPTION).
// expect: pthread=FALSE
// states: 506
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *p) {
    pthread_mutex_lock(p);
    while (!ready)
        pthread_cond_wait(&c, p);
    pthread_mutex_unlock(p);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, waiter, &m[0]);
    pthread_create(&t[1], NULL, waiter, &m[1]);
    pthread_mutex_lock(&m[0]);
    pthread_mutex_lock(&m[1]);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m[1]);
    pthread_mutex_unlock(&m[0]);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
