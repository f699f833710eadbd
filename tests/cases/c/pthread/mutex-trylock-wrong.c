// The result of trylock is ignored: both threads may be inside, and one unlocks what the other holds.
// expect: assertion=FALSE data-race=FALSE pthread=FALSE
// states: 204
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int inside;

static void *run(void *p) {
    pthread_mutex_trylock(&m);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
