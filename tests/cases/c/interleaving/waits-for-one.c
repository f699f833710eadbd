// The first thread is waited for; the second one still writes what is read then.
// expect: assertion=FALSE data-race=FALSE
// states: 136
#include <assert.h>
#include <pthread.h>
static int x, y;
static void *first(void *arg) {
    x = 1;
    return arg;
}
static void *second(void *arg) {
    y = 1;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    assert(x && !y);
    assert(y);
    pthread_join(b, 0);
    return 0;
}
