// A wait that times out must also own the mutex again before it returns (POSIX pthread_cond_timedwait, DESCRIPTION), but the producer has ended with it locked; main runs on.
// expect: deadlock=FALSE
// states: 136
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static _Atomic int never;

static void *consumer(void *p) {
    struct timespec past = {0, 0};
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_timedwait(&c, &m, &past);
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
