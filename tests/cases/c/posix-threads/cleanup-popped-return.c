// return leaves the block between pthread_cleanup_push and pthread_cleanup_pop (POSIX pthread_cleanup_pop, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 27
#include <pthread.h>

static int called;

static void note(void *p) { called++; }

static void *run(void *p) {
    pthread_cleanup_push(note, NULL);
    if (p)
        return p;
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &called);
    pthread_join(t, NULL);
    return 0;
}
