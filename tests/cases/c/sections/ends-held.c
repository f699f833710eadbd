// A thread ends with the lock, for which another one waits.
// expect: deadlock=FALSE
// states: 168
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    return arg;
}
static void *second(void *arg) {
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
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
