// The value of the key is NULL already when its destructor runs with the old value (POSIX pthread_key_create, pthread_getspecific).
// expect: TRUE
// states: 42
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int called, x;

static void destroy(void *p) {
    assert(p == &x);
    assert(pthread_getspecific(key) == NULL);
    called++;
}

static void *run(void *p) {
    pthread_setspecific(key, &x);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(called == 1);
    return 0;
}
