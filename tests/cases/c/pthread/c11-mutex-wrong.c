// C11 threads: the count without the mutex.
// expect: assertion=FALSE data-race=FALSE
// states: 51
#include <assert.h>
#include <threads.h>

static volatile int count;

static int run(void *p) {
    count++;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    assert(count == 2);
    return 0;
}
