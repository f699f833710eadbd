// A signal for a thread that blocks it waits until the thread takes it with sigwait (POSIX pthread_kill, sigwait).
// expect: TRUE
// states: 42
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void handle(int number) { assert(0); }

static void *run(void *arg) {
    int taken;
    sigwait(arg, &taken);
    assert(taken == SIGUSR1);
    return 0;
}

int main(void) {
    pthread_t t;
    sigset_t set;
    signal(SIGUSR1, handle);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&t, 0, run, &set);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, 0);
    return 0;
}
