// Two threads count, one of them without the mutex.
// expect: assertion=FALSE data-race=FALSE
// states: 38
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int count;

static void *run(void *p) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    count++;
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
