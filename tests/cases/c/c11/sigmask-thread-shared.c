// A thread blocks a signal for itself, not for the thread that created it (POSIX pthread_sigmask).
// expect: assertion=FALSE
// states: 30
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *run(void *p) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
    return NULL;
}

int main(void) {
    pthread_t t;
    sigset_t none, now;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGTERM) == 1);
    return 0;
}
