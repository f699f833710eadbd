// The twin: both are created before one is joined.
// expect: assertion=FALSE data-race=FALSE
// states: 160
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *arg) { x++; return arg; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
