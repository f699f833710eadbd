// A barrier for three is met by two.
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
    pthread_barrier_init(&b, NULL, 3);
    pthread_create(&t, NULL, run, NULL);
    pthread_barrier_wait(&b);
    pthread_join(t, NULL);
    return 0;
}
