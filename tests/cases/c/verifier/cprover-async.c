// A statement with a label of CPROVER runs in a thread of its own.
// expect: TRUE
// states: 48
static _Atomic int x, done;

static void f(int n) {
    x = n;
    done = 1;
}

int main(void) {
__CPROVER_ASYNC_1:
    f(2);
    if (done)
        __CPROVER_assert(x == 2, "the thread has set x");
    return 0;
}
