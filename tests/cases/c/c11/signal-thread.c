// raise in a thread runs the handler in that thread, which sees its own thread-local object (POSIX raise).
// expect: TRUE
// states: 37
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static _Thread_local volatile sig_atomic_t seen;

static void handle(int number) { seen = 1; }

static void *run(void *p) {
    raise(SIGTERM);
    assert(seen == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(seen == 0);
    return 0;
}
