// A reader does not get the lock while another thread writes (POSIX pthread_rwlock_rdlock, DESCRIPTION), and the writer joins it.
// expect: deadlock=FALSE
// states: 11
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
    pthread_rwlock_wrlock(&l);
    pthread_create(&t, NULL, look, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&l);
    return 0;
}
