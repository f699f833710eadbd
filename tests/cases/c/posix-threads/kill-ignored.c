// A signal that the process ignores has no effect, also with several threads (POSIX 2.4.3).
// expect: TRUE
// states: 33
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *run(void *arg) {
    kill(getpid(), SIGUSR1);
    return 0;
}

int main(void) {
    pthread_t t;
    signal(SIGUSR1, SIG_IGN);
    pthread_create(&t, 0, run, 0);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, 0);
    return 0;
}
