// A reader gets the lock while another thread reads, so it can be joined meanwhile (POSIX pthread_rwlock_rdlock, DESCRIPTION).
// expect: TRUE
// states: 29
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *look(void *p) {
    pthread_rwlock_rdlock(&l);
    assert(x == 1);
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&l);
    return 0;
}
