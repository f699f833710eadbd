// Two threads reach a variable through a pointer in a packed structure only, and change it under a lock.
// expect: TRUE
// states: 191
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct __attribute__((packed)) {
    char tag;
    int *counter;
} shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *increment(void *unused) {
    pthread_mutex_lock(&lock);
    int seen = *shared.counter;
    *shared.counter = seen + 1;
    pthread_mutex_unlock(&lock);
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
