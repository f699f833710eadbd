// A function returns the address of its parameter, which dies with the call (C17 6.2.4p6, 6.9.1p9).
// expect: memory=FALSE
// states: 10
static int seen;

__attribute__((noinline)) static int *same(int x) {
    int *p = &x;
    return p;
}

int main(void) {
    int *p = same(5);
    seen = *p;
    return 0;
}
