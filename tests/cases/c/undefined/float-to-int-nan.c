// A value that is not a number is converted to int (C17 6.3.1.4p1: there is no integral part to represent).
// expect: arithmetic=FALSE
// states: 7
static volatile double zero;
static int result;

int main(void) {
    double none = zero / zero;
    result = (int)none;
    return 0;
}
