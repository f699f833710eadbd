// A write under a read lock races.
// expect: data-race=FALSE
// states: 194
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
static void *t(void *p) { pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l); return 0; }
int main(void) { pthread_t i, j; pthread_create(&i, 0, t, 0); pthread_create(&j, 0, t, 0); pthread_join(i, 0); pthread_join(j, 0); }
