// A function without a result is called through a pointer that says it returns an int (C17 6.3.2.3p8, 6.5.2.2p9).
// expect: memory=FALSE
// states: 5
static int result;

static void set(int x) { result = x; }

int main(void) {
    int (*volatile f)(int) = (int (*)(int))set;
    f(1);
    return 0;
}
