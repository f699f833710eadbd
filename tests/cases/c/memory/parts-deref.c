// A thread reads one byte behind a block (6.5.6p8): valid-deref is violated, and the execution ends there. What the other
// two parts would say about the rest of it nobody knows.
// expect: memory=FALSE valid-deref=FALSE valid-free=UNKNOWN valid-memtrack=UNKNOWN assertion=UNKNOWN
// runs: all
// states: 35
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
    length = 4;
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    free(block);
    return 0;
}
