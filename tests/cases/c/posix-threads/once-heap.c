// The control is in allocated memory, initialised by assignment: only automatic storage is ruled out (POSIX pthread_once).
// expect: TRUE
// states: 21
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int calls;
static void count(void) { calls++; }

int main(void) {
    pthread_once_t *once = malloc(sizeof *once);
    *once = PTHREAD_ONCE_INIT;
    pthread_once(once, count);
    pthread_once(once, count);
    assert(calls == 1);
    free(once);
    return 0;
}
