// The second thread is created after the first one was joined: they never run together.
// expect: TRUE
// states: 43
#include <assert.h>
#include <pthread.h>
int x;
void *work(void *arg) { x++; return arg; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_join(a, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
