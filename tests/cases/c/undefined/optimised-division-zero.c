// A division by zero whose result nobody uses; an optimiser deletes it (C17 6.5.5p5).
// expect: arithmetic=FALSE
// options: --opt 2
// states: 4
static volatile int divisor = 0;

int main(void) {
    int x = 100 / divisor;
    (void)x;
    return 0;
}
