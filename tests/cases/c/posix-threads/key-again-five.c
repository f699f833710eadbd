// After PTHREAD_DESTRUCTOR_ITERATIONS (4) rounds an implementation may stop calling destructors (POSIX pthread_key_create, DESCRIPTION).
// expect: assertion=FALSE
// states: 94
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int called;

static void destroy(void *p) {
    called++;
    if (called < 5)
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
    assert(called == 5);
    return 0;
}
