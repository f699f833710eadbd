// A handler that pthread_cleanup_pop calls may end the thread: it was not called because of pthread_exit (POSIX pthread_exit, DESCRIPTION).
// expect: TRUE
// states: 29
#include <assert.h>
#include <pthread.h>

static void leave(void *p) { pthread_exit(p); }

static void *run(void *p) {
    pthread_cleanup_push(leave, (void *)7);
    pthread_cleanup_pop(1);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, &result);
    assert(result == (void *)7);
    return 0;
}
