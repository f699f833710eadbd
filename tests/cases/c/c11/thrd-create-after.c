// What is written after thrd_create has returned is not ordered before the new thread's read (C17 7.26.5.1, 5.1.2.4).
// expect: data-race=FALSE
// states: 26
#include <threads.h>

static thrd_t t;
static int x;

static int run(void *p) { return x; }

int main(void) {
    int result = 0;
    thrd_create(&t, run, NULL);
    x = 3;
    thrd_join(t, &result);
    return 0;
}
