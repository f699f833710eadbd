// A signal for another thread interrupts it at any place: not modelled (POSIX pthread_kill).
// expect: UNKNOWN
// states: 21
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

static void *run(void *arg) { return 0; }

int main(void) {
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, 0, run, 0);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, 0);
    return 0;
}
