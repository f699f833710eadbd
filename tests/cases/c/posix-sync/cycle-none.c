// A thread waits for a mutex whose holder runs on for ever and could unlock it: a loop that does not end is no deadlock, since no thread waits for the waiting one.
// expect: TRUE
// states: 18
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int never;

static void *holder(void *p) {
    pthread_mutex_lock(&m);
    while (!never)
        ;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
