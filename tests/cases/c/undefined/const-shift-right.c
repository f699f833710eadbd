// A variable is shifted to the right by the width of its type, a constant (C17 6.5.7p3).
// expect: arithmetic=FALSE
// states: 4
static unsigned long long x = 5;

int main(void) {
    x >>= 64;
    return 0;
}
