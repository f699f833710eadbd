// raise in a thread does not run the handler in the first thread (POSIX raise).
// expect: assertion=FALSE
// states: 30
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static _Thread_local volatile sig_atomic_t seen;

static void handle(int number) { seen = 1; }

static void *run(void *p) {
    raise(SIGTERM);
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
    assert(seen == 1);
    return 0;
}
