// Two threads wait for each other while a third one runs on for ever.
// expect: deadlock=FALSE
// states: 107
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int never;

static void *ab(void *p) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return p;
}

static void *ba(void *p) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, ab, NULL);
    pthread_create(&t[1], NULL, ba, NULL);
    while (!never)
        ;
    return 0;
}
