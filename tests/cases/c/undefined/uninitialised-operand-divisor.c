// A division by an uninitialised variable: the divisor may be zero (C17 6.3.2.1p2, 6.5.5p5).
// expect: memory=FALSE
// states: 4
static int result;

int main(void) {
    int x;
    result = 100 / x;
    return 0;
}
