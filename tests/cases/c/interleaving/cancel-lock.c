// A thread that is cancelled while it holds a mutex.
// expect: deadlock=FALSE
// states: 25
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; sem_t s;
static void *t(void *p) { pthread_mutex_lock(&m); sem_wait(&s); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t i; sem_init(&s, 0, 0); pthread_create(&i, 0, t, 0); pthread_cancel(i); pthread_join(i, 0); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
