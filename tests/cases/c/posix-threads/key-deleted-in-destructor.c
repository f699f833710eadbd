// pthread_key_delete may be called by a destructor (POSIX pthread_key_delete, DESCRIPTION).
// expect: TRUE
// states: 46
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int called;

static void destroy(void *p) {
    called++;
    pthread_setspecific(key, p);
    assert(pthread_key_delete(key) == 0);
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
    assert(called == 1);
    return 0;
}
