// A reader never sees half of what a writer writes.
// expect: TRUE
// states: 130
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *look(void *p) {
    pthread_rwlock_rdlock(&l);
    assert(x == y);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    pthread_rwlock_wrlock(&l);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&l);
    look(NULL);
    pthread_join(t, NULL);
    pthread_rwlock_destroy(&l);
    return 0;
}
