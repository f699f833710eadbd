// The twin: the inner thread is not joined, so main may come first.
// expect: assertion=FALSE data-race=FALSE
// states: 138
#include <assert.h>
#include <pthread.h>
int b;
pthread_t inner;
void *last(void *arg) { b += 1; return arg; }
void *first(void *arg) { pthread_create(&inner, 0, last, 0); pthread_detach(inner); return arg; }
int main(void) {
    pthread_t outer;
    pthread_create(&outer, 0, first, 0);
    pthread_join(outer, 0);
    assert(b == 1);
    return 0;
}
