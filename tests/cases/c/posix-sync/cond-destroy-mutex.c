// A mutex is destroyed that another thread uses in pthread_cond_wait, which is undefined although it is unlocked (POSIX pthread_mutex_destroy, DESCRIPTION).
// expect: pthread=FALSE data-race=FALSE
// states: 79
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, ready;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    waiting = 1;
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_mutex_lock(&m);
    int seen = waiting;
    pthread_mutex_unlock(&m);
    if (seen)
        pthread_mutex_destroy(&m);
    return 0;
}
