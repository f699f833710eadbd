// Two threads call localtime: its result is an object that all calls share (C17 7.27.3p1).
// expect: data-race=FALSE
// states: 23
#include <threads.h>
#include <time.h>

static int run(void *p) {
    time_t zero = 0;
    return (void)p, localtime(&zero) == NULL;
}

int main(void) {
    thrd_t t;
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    run(NULL); // a race
    return thrd_join(t, NULL);
}
