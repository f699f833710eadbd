// A thread writes to memory that another one gives a new size, in place or not: nothing orders them (C17 5.1.2.4p35, 7.22.3p2).
// expect: data-race=FALSE memory=FALSE
// states: 72
#include <pthread.h>
#include <stdlib.h>

static char *shared;

static void *use(void *arg) {
    ((char *)arg)[0] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    shared = malloc(4);
    pthread_create(&t, 0, use, shared);
    shared = realloc(shared, 8);
    pthread_join(t, 0);
    free(shared);
    return 0;
}
