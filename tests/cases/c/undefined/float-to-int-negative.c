// A floating-point number of -1 or less is converted to an unsigned type (C17 6.3.1.4p1 and its footnote).
// expect: arithmetic=FALSE
// states: 4
static volatile double d = -1.0;
static unsigned result;

int main(void) {
    result = (unsigned)d;
    return 0;
}
