// Atomic increments of two threads add up, and each gets a number of its own.
// expect: TRUE
// states: 199
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int tickets[2];

static void *run(void *p) {
    *(int *)p = atomic_fetch_add(&count, 1);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &tickets[0]);
    run(&tickets[1]);
    pthread_join(t, NULL);
    assert(count == 2);
    assert(tickets[0] != tickets[1]);
    return 0;
}
