// A message is handed over by an atomic flag, sequentially consistent.
// expect: TRUE
// states: 80
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *run(void *p) {
    data = 1;
    atomic_store(&ready, 1);
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    if (atomic_load(&ready))
        assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
