// A read-write lock is unlocked that nobody holds.
// expect: pthread=FALSE
// states: 3
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    pthread_rwlock_unlock(&l);
    return 0;
}
