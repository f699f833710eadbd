// A constant outside of the range of int is converted and stored (C17 6.3.1.4p1).
// expect: arithmetic=FALSE
// states: 3
static int result;

int main(void) {
    result = (int)1e10;
    return 0;
}
