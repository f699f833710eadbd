// A thread that is joined ahead has joined another one ahead itself: it waits for that one, and main for both.
// expect: TRUE
// states: 55
#include <assert.h>
#include <pthread.h>
int b;
pthread_t inner;
void *last(void *arg) { b += 1; return arg; }
void *first(void *arg) { pthread_create(&inner, 0, last, 0); pthread_join(inner, 0); return arg; }
int main(void) {
    pthread_t outer;
    pthread_create(&outer, 0, first, 0);
    pthread_join(outer, 0);
    assert(b == 1);
    return 0;
}
