// A thread does not ask again after a wait, and misses a signal before it.
// expect: assertion=FALSE deadlock=FALSE
// states: 65
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items, ready;
static void *produce(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    items++;
    items = 0;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, produce, 0);
    pthread_mutex_lock(&m);
    if (!ready || !items) pthread_cond_wait(&c, &m);
    assert(items == 1);
    items--;
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    assert(ready && !items);
    return 0;
}
