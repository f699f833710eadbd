// A barrier is destroyed while a thread is blocked on it, which is undefined, as is its use after that (POSIX pthread_barrier_destroy, DESCRIPTION).
// expect: pthread=FALSE data-race=FALSE
// states: 20
#include <pthread.h>

static pthread_barrier_t b;

static void *run(void *p) {
    pthread_barrier_wait(&b);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, run, NULL);
    pthread_barrier_destroy(&b);
    return 0;
}
