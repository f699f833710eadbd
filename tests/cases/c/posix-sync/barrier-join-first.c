// Main joins the thread before it comes to the barrier, at which one thread alone is not enough (POSIX pthread_barrier_wait, DESCRIPTION).
// expect: deadlock=FALSE
// states: 12
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
    pthread_join(t, NULL);
    pthread_barrier_wait(&b);
    pthread_barrier_destroy(&b);
    return 0;
}
