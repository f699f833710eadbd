// Both threads take the same lock of an array.
// expect: TRUE
// states: 373
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int x;
static void *first(void *arg) {
    pthread_mutex_lock(&m[1]);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m[1]);
    return arg;
}
static void *second(void *arg) {
    pthread_mutex_lock(&m[1]);
    int r = x;
    x = r + 1;
    pthread_mutex_unlock(&m[1]);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
