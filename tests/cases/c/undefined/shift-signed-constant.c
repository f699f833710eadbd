// The constant 1 << 31 is not representable as an int (C17 6.5.7p4).
// expect: overflow=FALSE
// states: 7
static int result;

int main(void) {
    result = 1 << 31;
    return 0;
}
