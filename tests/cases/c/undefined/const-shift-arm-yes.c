// The first arm of ?: is taken, and its shift overflows (C17 6.5.7p4, 6.5.15p4).
// expect: overflow=FALSE
// states: 8
static volatile int one = 1;
static int result;

int main(void) {
    result = one ? 1 << 31 : 2;
    return 0;
}
