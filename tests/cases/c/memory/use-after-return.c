// The address of a local variable is used after its function has returned.
// expect: memory=FALSE
// states: 7
static int *volatile p;

__attribute__((noinline)) static void f(void) {
    int x = 1;
    p = &x;
}

int main(void) {
    f();
    *(volatile int *)p = 2;
    return 0;
}
