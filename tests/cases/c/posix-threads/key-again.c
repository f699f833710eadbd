// A destructor that sets the value again is called again, at least PTHREAD_DESTRUCTOR_ITERATIONS (4) times (POSIX pthread_key_create, DESCRIPTION; XBD limits.h).
// expect: TRUE
// states: 92
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int called;

static void destroy(void *p) {
    called++;
    if (called < 4)
        pthread_setspecific(key, p);
}

static void *run(void *p) {
    pthread_setspecific(key, &key);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(called == 4);
    return 0;
}
