// Two threads reach a variable through a pointer in a packed structure only, and change it without a lock.
// expect: assertion=FALSE data-race=FALSE
// states: 254
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct __attribute__((packed)) {
    char tag;
    int *counter;
} shared;

static void *increment(void *unused) {
    int seen = *shared.counter;
    *shared.counter = seen + 1;
    return unused;
}

int main(void) {
    pthread_t t;
    shared.counter = calloc(1, sizeof(int));
    pthread_create(&t, NULL, increment, NULL);
    increment(NULL);
    pthread_join(t, NULL);
    assert(*shared.counter == 2);
    free(shared.counter);
    return 0;
}
