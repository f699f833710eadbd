// The inner lock is tried: who fails to take it writes without the outer one, what nobody reads any more.
// expect: data-race=FALSE
// states: 283
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first(void *arg) {
    pthread_mutex_lock(&m1);
    pthread_mutex_lock(&m2);
    x = 1;
    pthread_mutex_unlock(&m1);
    pthread_mutex_unlock(&m2);
    return arg;
}
static void *second(void *arg) {
    if (pthread_mutex_trylock(&m2)) {
    x = 5;
    } else {
    pthread_mutex_unlock(&m2);
    }
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
