// Two readers that want to write.
// expect: deadlock=FALSE
// states: 10
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *t(void *p) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return 0; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); pthread_join(i, 0); }
