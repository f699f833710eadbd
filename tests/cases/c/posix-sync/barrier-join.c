// Main meets the thread at the barrier, joins it and destroys the barrier, which is safe as no thread is blocked on it (POSIX pthread_barrier_destroy, DESCRIPTION).
// expect: TRUE
// states: 37
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
    pthread_barrier_wait(&b);
    pthread_join(t, NULL);
    pthread_barrier_destroy(&b);
    return 0;
}
