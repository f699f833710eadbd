// A handler that runs because of pthread_exit calls pthread_exit (POSIX pthread_exit, DESCRIPTION: undefined).
// expect: pthread=FALSE
// states: 19
#include <assert.h>
#include <pthread.h>

static void leave(void *p) { pthread_exit(p); }

static void *run(void *p) {
    pthread_cleanup_push(leave, (void *)7);
    pthread_exit(p);
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
