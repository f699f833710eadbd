// Two threads create one each: either may come first, which their identifiers show here, since they are numbers in order of creation.
// expect: assertion=FALSE
// states: 825
#include <assert.h>
#include <pthread.h>
pthread_t a, b;
void *none(void *arg) { return arg; }
void *other(void *arg) {
    pthread_create(&a, 0, none, 0);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_create(&b, 0, none, 0);
    pthread_join(t, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(a < b);
    return 0;
}
