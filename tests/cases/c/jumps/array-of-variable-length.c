// A function is left that has an array of variable length; so is the block that made one since setjmp (C17 7.13.2.1p4: it may
// be squandered, no more).
// expect: TRUE
// states: 50
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void fail(int n) {
    int array[n];
    array[n - 1] = 1;
    longjmp(env, array[n - 1]);
}

int main(void) {
    volatile int rounds = 0;
    if (setjmp(env) == 0 || rounds < 2) {
        int n = rounds + 2;
        char array[n];
        array[0] = 0;
        rounds++;
        fail(n + array[0]);
    }
    assert(rounds == 2);
    return 0;
}
