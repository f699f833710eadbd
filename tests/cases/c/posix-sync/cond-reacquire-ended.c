// The producer ends with the mutex locked: the woken thread can never own it again, which its wait needs to return (POSIX pthread_cond_wait, DESCRIPTION); main runs on.
// expect: deadlock=FALSE
// states: 55
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static _Atomic int never;

static void *consumer(void *p) {
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return p;
}

static void *producer(void *p) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, consumer, NULL);
    pthread_create(&t[1], NULL, producer, NULL);
    while (!never)
        ;
    return 0;
}
