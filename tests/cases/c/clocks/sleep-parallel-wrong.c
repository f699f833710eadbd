// Two threads that sleep for a second each do so at the same time: both may be over after one second.
// expect: assertion=FALSE
// states: 300
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *nap(void *p) {
    usleep(1000000);
    return p;
}

int main(void) {
    pthread_t a, b;
    long long start = now();
    pthread_create(&a, 0, nap, 0);
    pthread_create(&b, 0, nap, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(now() - start >= 2000000000LL);
    return 0;
}
