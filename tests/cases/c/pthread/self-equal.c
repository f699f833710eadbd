// A thread knows its own identity, and it differs from that of its creator.
// expect: TRUE
// states: 34
#include <assert.h>
#include <pthread.h>

static pthread_t creator;
static pthread_t created;

static void *identify(void *p) {
    assert(!pthread_equal(pthread_self(), creator));
    created = pthread_self();
    return p;
}

int main(void) {
    pthread_t t;
    creator = pthread_self();
    pthread_create(&t, NULL, identify, NULL);
    pthread_join(t, NULL);
    assert(pthread_equal(created, t));
    assert(pthread_equal(creator, pthread_self()));
    return 0;
}
