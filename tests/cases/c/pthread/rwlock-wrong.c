// The writer takes the lock as a reader.
// expect: assertion=FALSE data-race=FALSE
// states: 69
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static volatile int x, y;

static void *look(void *p) {
    pthread_rwlock_rdlock(&l);
    assert(x == y);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    pthread_rwlock_rdlock(&l);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    return 0;
}
