// The program has parameters for its arguments and does not look at them.
// expect: TRUE
// states: 27
#include <assert.h>
#include <threads.h>

static int run(void *p) { return 4; }

int main(int argc, char **argv) {
    thrd_t t;
    int result = 0;
    (void)argc;
    (void)argv;
    thrd_create(&t, run, NULL);
    thrd_join(t, &result);
    assert(result == 4);
    return 0;
}
