// The twin: main gives the lock back before it joins.
// expect: assertion=FALSE
// states: 24
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return arg; }
int main(void) {
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, 0, work, 0);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    assert(0);
}
