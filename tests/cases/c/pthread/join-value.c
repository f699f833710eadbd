// A thread's return value arrives at the join, and so does everything that it wrote.
// expect: TRUE
// states: 44
#include <assert.h>
#include <pthread.h>

static void *square(void *p) {
    int *n = p;
    *n = *n * *n;
    return n;
}

int main(void) {
    pthread_t t;
    int n = 7;
    void *result;
    pthread_create(&t, NULL, square, &n);
    pthread_join(t, &result);
    assert(result == &n);
    assert(n == 49);
    return 0;
}
