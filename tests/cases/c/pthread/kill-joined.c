// pthread_kill with the identifier of a thread that has been joined, although without a signal (POSIX 2.9.2: its life has ended).
// expect: pthread=FALSE
// states: 17
#include <pthread.h>
#include <signal.h>

static void *run(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    pthread_kill(t, 0);
    return 0;
}
