// Two threads count under a mutex each: the wrong one.
// expect: assertion=FALSE data-race=FALSE
// states: 118
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static volatile int count;

static void *run(void *p) {
    pthread_mutex_lock(p);
    count++;
    pthread_mutex_unlock(p);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &m[1]);
    run(&m[0]);
    pthread_join(t, NULL);
    assert(count == 2);
    return 0;
}
