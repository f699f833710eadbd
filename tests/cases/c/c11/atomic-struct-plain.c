// The structure is not atomic: its assignment and its copy conflict (C17 5.1.2.4).
// expect: data-race=FALSE
// states: 31
#include <threads.h>

struct pair {
    int a, b;
};

static struct pair s;

static int run(void *p) {
    struct pair one = {1, 1};
    s = one;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, run, NULL);
    struct pair r = s;
    thrd_join(t, NULL);
    return r.a & 0;
}
