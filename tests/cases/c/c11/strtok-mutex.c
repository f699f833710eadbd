// Two threads split strings with strtok, each holding the mutex from the first call to the last (C17 7.24.5.8).
// expect: TRUE
// states: 300
#include <assert.h>
#include <string.h>
#include <threads.h>

static mtx_t m;
static char one[] = "a,b", two[] = "a,b";

static int run(void *p) {
    mtx_lock(&m);
    assert(strcmp(strtok(p, ","), "a") == 0);
    assert(strcmp(strtok(NULL, ","), "b") == 0);
    assert(strtok(NULL, ",") == NULL);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    thrd_create(&t, run, one);
    run(two);
    thrd_join(t, NULL);
    mtx_destroy(&m);
    return 0;
}
