// A function with further arguments is called through a pointer whose type has them too (C17 6.5.2.2p9).
// expect: TRUE
// states: 12
static int sum(int count, ...) { return count; }

int main(void) {
    int (*call)(int, ...) = (int (*)(int, ...))sum;
    return call(0, 1);
}
