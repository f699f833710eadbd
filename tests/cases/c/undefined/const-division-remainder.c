// A constant modulo zero is returned by a function (C17 6.5.5p5).
// expect: arithmetic=FALSE
// states: 3
static int result;

static int remainder_of(void) { return 1 % 0; }

int main(void) {
    result = remainder_of();
    return 0;
}
