// A thread that was joined is joined again: it shall not have been joined before (C17 7.26.5.6).
// expect: pthread=FALSE
// states: 18
#include <threads.h>

static void leave(void) { thrd_exit(5); }

static int run(void *p) {
    leave();
    return 6;
}

int main(void) {
    thrd_t t;
    int result = 0;
    thrd_create(&t, run, NULL);
    thrd_join(t, &result);
    thrd_join(t, &result);
    return 0;
}
