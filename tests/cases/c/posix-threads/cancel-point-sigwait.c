// The request is pending when the thread calls sigwait, so it is acted upon before the call returns (POSIX 2.9.5.2, sigwait is in the list of required cancellation points).
// expect: TRUE
// states: 39
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static sigset_t set;

static void *run(void *p) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    int number;
    sigwait(&set, &number);
    assert(0);
    return p;
}

int main(void) {
    pthread_t t;
    void *result;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, run, NULL);
    pthread_cancel(t);
    pthread_mutex_unlock(&gate);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
