// A thread waits for the first thread, which ends by pthread_exit with a value.
// expect: TRUE
// states: 25
#include <assert.h>
#include <pthread.h>

static pthread_t self;

static void *join(void *p) {
    void *result;
    pthread_join(self, &result);
    assert(result == (void *)5);
    return p;
}

int main(void) {
    pthread_t t;
    self = pthread_self();
    pthread_create(&t, NULL, join, NULL);
    pthread_exit((void *)5);
}
