// One thread calls localtime, the other one ctime, which writes to the same object (C17 7.27.3.2p2).
// expect: data-race=FALSE
// states: 18
#include <threads.h>
#include <time.h>

static int run(void *p) {
    time_t zero = 0;
    return (void)p, localtime(&zero) == NULL;
}

int main(void) {
    thrd_t t;
    if (thrd_create(&t, run, NULL) != thrd_success) return 1;
    time_t zero = 0;
    ctime(&zero); // a race
    return thrd_join(t, NULL);
}
