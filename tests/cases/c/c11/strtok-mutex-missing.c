// Two threads call strtok: it is not required to avoid data races with other calls (C17 7.24.5.8).
// expect: data-race=FALSE
// states: 155
#include <string.h>
#include <threads.h>

static char one[] = "a,b", two[] = "a,b";

static int run(void *p) {
    strtok(p, ",");
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, one);
    run(two);
    thrd_join(t, NULL);
    return 0;
}
