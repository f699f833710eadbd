// An uninitialised floating-point number is converted to int: it may be out of range (C17 6.3.2.1p2, 6.3.1.4p1).
// expect: memory=FALSE
// states: 4
static int result;

int main(void) {
    double x;
    result = (int)x;
    return 0;
}
