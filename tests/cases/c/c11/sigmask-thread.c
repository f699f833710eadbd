// A new thread inherits the mask of its creator and changes only its own (POSIX pthread_create, pthread_sigmask).
// expect: TRUE
// states: 41
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *run(void *p) {
    sigset_t none, now;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, &now);
    assert(sigismember(&now, SIGTERM) == 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    sigset_t set, now;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    assert(sigismember(&now, SIGTERM) == 1);
    return 0;
}
