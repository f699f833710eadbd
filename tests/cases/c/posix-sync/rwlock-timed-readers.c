// timedrdlock gets the lock while another thread reads: it never times out if the lock can be got immediately (POSIX pthread_rwlock_timedrdlock, DESCRIPTION), so the expected time-out does not come.
// expect: assertion=FALSE
// states: 12
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec past = {0, 0};

static void *other(void *p) {
    assert(pthread_rwlock_timedrdlock(&l, &past) == ETIMEDOUT);
    return p;
}

int main(void) {
    pthread_t t;
    assert(pthread_rwlock_timedrdlock(&l, &past) == 0);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(pthread_rwlock_unlock(&l) == 0);
    return 0;
}
