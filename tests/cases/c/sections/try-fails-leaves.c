// Who fails to take the lock does nothing; who gets it writes.
// expect: TRUE
// states: 418
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, wrote;
static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *second(void *arg) {
    int r = pthread_mutex_trylock(&m);
    if (r) {
    wrote = 1;
    } else {
    x = 5;
    pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (wrote) assert(x == 1);
    return 0;
}
