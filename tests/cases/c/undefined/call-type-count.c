// A function is called through a pointer with fewer parameters (C17 6.3.2.3p8, 6.5.2.2p9).
// expect: memory=FALSE
// states: 5
static int result;

static int add(int x, int y) { return x + y; }

int main(void) {
    int (*volatile f)(int) = (int (*)(int))add;
    result = f(1);
    return 0;
}
