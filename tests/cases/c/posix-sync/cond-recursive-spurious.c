// Nobody signals, so the wait may never end; but it may also end spuriously, whatever the mutex (POSIX pthread_cond_wait, DESCRIPTION: "Spurious wakeups ... may occur").
// expect: assertion=FALSE deadlock=FALSE
// states: 9
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_wait(&c, &m);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
