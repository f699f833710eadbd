// Sequentially consistent stores and loads: at least one thread sees the other's store.
// expect: TRUE
// states: 103
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;
static int saw_x, saw_y;

static void *run(void *p) {
    x = 1;
    saw_y = y;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    y = 1;
    saw_x = x;
    pthread_join(t, NULL);
    assert(saw_x || saw_y);
    return 0;
}
