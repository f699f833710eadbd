// A static mutex without an initialiser holds zeros, as one with PTHREAD_MUTEX_INITIALIZER does: the two are not told apart (docs/c.md).
// expect: TRUE
// states: 20
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m;
static pthread_rwlock_t l;
static pthread_cond_t c;

int main(void) {
    pthread_mutex_t *other = calloc(1, sizeof *other);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_cond_signal(&c);
    pthread_mutex_lock(other);
    pthread_mutex_unlock(other);
    free(other);
    return 0;
}
