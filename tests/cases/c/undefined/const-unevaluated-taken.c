// The second operand of && is evaluated, as the first is not zero: a constant divided by zero (C17 6.5.13p4, 6.5.5p5).
// expect: arithmetic=FALSE
// states: 4
static volatile int one = 1;
static int result;

int main(void) {
    result = one && 1 / 0;
    return 0;
}
