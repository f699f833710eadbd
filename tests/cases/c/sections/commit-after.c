// The inner section tells the second thread to read what the outer one has written before.
// expect: TRUE
// states: 394
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *first(void *arg) {
    pthread_mutex_lock(&m1);
    x = 1;
    x = 2;
    pthread_mutex_lock(&m2);
    y = 1;
    pthread_mutex_unlock(&m2);
    pthread_mutex_unlock(&m1);
    return arg;
}
static void *second(void *arg) {
    pthread_mutex_lock(&m2);
    int r = y;
    pthread_mutex_unlock(&m2);
    if (r == 1) assert(x == 2);
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
