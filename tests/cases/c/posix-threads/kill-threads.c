// A signal for a process with two threads may strike either at any place: not modelled (POSIX 2.4.1).
// expect: UNKNOWN
// states: 21
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

static void *run(void *arg) { return 0; }

int main(void) {
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, 0, run, 0);
    kill(getpid(), SIGUSR1);
    pthread_join(t, 0);
    return 0;
}
