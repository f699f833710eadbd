// The second arm of ?: is taken, and its shift overflows (C17 6.5.7p4, 6.5.15p4).
// expect: overflow=FALSE
// states: 8
static volatile int zero;
static int result;

int main(void) {
    result = zero ? (zero ? 3 : 4) : 1 << 31;
    return 0;
}
