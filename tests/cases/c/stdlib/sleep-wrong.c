// Sleeping is no synchronisation.
// expect: assertion=FALSE
// states: 44
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static _Atomic int done;

static void *run(void *p) {
    done = 1;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    sched_yield();
    sleep(1);
    assert(done);
    pthread_join(t, NULL);
    return 0;
}
