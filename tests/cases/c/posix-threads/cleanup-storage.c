// While a handler runs, the variables of the scope that pushed it are still valid (POSIX 2.9.5.3).
// expect: TRUE
// states: 37
#include <assert.h>
#include <pthread.h>

static int called;

static void check(void *p) {
    called = *(int *)p;
    assert(called == 1);
}

static void leave(void) { pthread_exit(NULL); }

static void *run(void *p) {
    int n = 1;
    pthread_cleanup_push(check, &n);
    leave();
    pthread_cleanup_pop(0);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(called == 1);
    return 0;
}
