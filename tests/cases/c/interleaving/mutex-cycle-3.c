// Three mutexes in a cycle.
// expect: deadlock=FALSE
#include <pthread.h>
pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *t(void *p) { long i = (long)p; pthread_mutex_lock(&m[i]); pthread_mutex_lock(&m[(i + 1) % 3]); pthread_mutex_unlock(&m[(i + 1) % 3]); pthread_mutex_unlock(&m[i]); return 0; }
int main(void) { pthread_t i[3]; for (long k = 0; k < 3; k++) pthread_create(&i[k], 0, t, (void *)k); for (int k = 0; k < 3; k++) pthread_join(i[k], 0); }
