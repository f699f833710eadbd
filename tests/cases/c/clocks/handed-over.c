// What a thread reads from the clock after it was handed a reading is not less: the clock is one for all threads.
// expect: TRUE
// states: 4479
#include <assert.h>
#include <pthread.h>
#include <time.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long long first = -1;

static void *reader(void *p) {
    pthread_mutex_lock(&m);
    first = now();
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    long long early = now();
    pthread_mutex_lock(&m);
    long long handed = first;
    pthread_mutex_unlock(&m);
    long long late = now();
    if (handed >= 0) assert(late >= handed);
    pthread_join(t, 0);
    assert(late >= early);
    return 0;
}
