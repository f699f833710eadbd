// pthread_kill with the identifier of a thread that may have ended, but has not been joined (POSIX 2.9.2).
// expect: TRUE
// states: 32
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *run(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    assert(pthread_kill(t, 0) == 0);
    pthread_join(t, NULL);
    return 0;
}
