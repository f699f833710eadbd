// One signal wakes one of the two waiting threads, the other sleeps on.
// expect: deadlock=FALSE
// states: 335
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sleeper(void *p) {
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, sleeper, NULL);
    pthread_create(&t[1], NULL, sleeper, NULL);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
