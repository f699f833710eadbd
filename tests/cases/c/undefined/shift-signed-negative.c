// A negative number is shifted to the left: undefined in C (C17 6.5.7p4).
// expect: overflow=FALSE
// states: 7
static int result;

int main(void) {
    result = -1 << 1;
    return 0;
}
