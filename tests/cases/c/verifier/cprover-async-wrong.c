// The thread need not have run when its creator goes on.
// expect: assertion=FALSE
// states: 32
static _Atomic int x;

static void f(int n) { x = n; }

int main(void) {
__CPROVER_ASYNC_1:
    f(2);
    __CPROVER_assert(x == 2, "the thread has set x");
    return 0;
}
