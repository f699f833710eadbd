// A divisor is computed from a value that was never set; that it cannot be 0 does not help (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 4
static int result;

int main(void) {
    int x;
    result = 60 / (x | 1);
    return 0;
}
