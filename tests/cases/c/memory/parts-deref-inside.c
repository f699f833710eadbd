// The same with an index inside the block: nothing is violated, and each part of memory holds by itself.
// expect: valid-deref=TRUE valid-free=TRUE valid-memtrack=TRUE memory=TRUE
// runs: all
// states: 50
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int length = 3;
static char *block;

static void *reader(void *arg) {
    assert(block[length] >= 0);
    return arg;
}

int main(void) {
    pthread_t thread;
    block = calloc(4, 1);
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    length = 2;
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    free(block);
    return 0;
}
