// The start routine gets the argument, what was written before pthread_create is visible to it (POSIX pthread_create, XBD 4.12), and its return value is the result.
// expect: TRUE
// states: 53
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

static void *add(void *p) {
    struct pair *pair = p;
    int sum = pair->a + pair->b;
    free(pair);
    return (void *)(long)sum;
}

int main(void) {
    pthread_t t;
    void *result;
    struct pair *pair = calloc(1, sizeof *pair);
    pair->a = 2;
    pair->b = 3;
    pthread_create(&t, NULL, add, pair);
    pthread_join(t, &result);
    assert(result == (void *)5);
    return 0;
}
