// The lock is tried when nobody can hold it any more.
// expect: TRUE
// states: 62
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, first, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    if (pthread_mutex_trylock(&m)) assert(0);
    pthread_mutex_unlock(&m);
    assert(x == 2);
    return 0;
}
