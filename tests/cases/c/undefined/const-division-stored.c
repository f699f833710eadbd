// A constant divided by zero is stored in a global variable (C17 6.5.5p5).
// expect: arithmetic=FALSE
// states: 3
static int result;

int main(void) {
    result = 1 / 0;
    return 0;
}
