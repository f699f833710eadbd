// The new thread reads its ID where pthread_create stores it; libraries store it before the thread starts.
// expect: TRUE
// states: 23
#include <assert.h>
#include <pthread.h>

static pthread_t t;

static void *run(void *p) {
    assert(pthread_equal(t, pthread_self()));
    return p;
}

int main(void) {
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
