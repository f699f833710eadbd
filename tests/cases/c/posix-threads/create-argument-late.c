// The argument is completed after pthread_create, which orders only what comes before it (XBD 4.12).
// expect: assertion=FALSE data-race=FALSE
// states: 98
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

static void *add(void *p) {
    struct pair *pair = p;
    int sum = pair->a + pair->b;
    return (void *)(long)sum;
}

int main(void) {
    pthread_t t;
    void *result;
    struct pair *pair = calloc(1, sizeof *pair);
    pair->a = 2;
    pthread_create(&t, NULL, add, pair);
    pair->b = 3;
    pthread_join(t, &result);
    free(pair);
    assert(result == (void *)5);
    return 0;
}
