// Both threads use one expected object, which is read and written without atomicity (C17 7.17.7.4).
// expect: data-race=FALSE
// states: 212
#include <stdatomic.h>
#include <threads.h>

static atomic_int x = 5;
static int expected;

static int run(void *p) {
    atomic_compare_exchange_strong(&x, &expected, 1);
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    run(NULL);
    thrd_join(t, NULL);
    return 0;
}
