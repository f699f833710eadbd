// A division whose result nobody uses, by a number that is not zero (optimised).
// expect: TRUE
// options: --opt 2
// states: 10
static volatile int divisor = 3;

int main(void) {
    int x = 100 / divisor;
    (void)x;
    return 0;
}
