// timedrdlock and timedwrlock get a free lock whatever the time, and fail with ETIMEDOUT while another thread writes (POSIX pthread_rwlock_timedrdlock, pthread_rwlock_timedwrlock).
// expect: TRUE
// states: 28
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec past = {0, 0};

static void *other(void *p) {
    assert(pthread_rwlock_timedrdlock(&l, &past) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&l, &past) == ETIMEDOUT);
    return p;
}

int main(void) {
    pthread_t t;
    assert(pthread_rwlock_timedrdlock(&l, &past) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_timedwrlock(&l, &past) == 0);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(pthread_rwlock_unlock(&l) == 0);
    return 0;
}
