// A constant is shifted by the width of its type and stored (C17 6.5.7p3).
// expect: arithmetic=FALSE
// states: 3
static unsigned result;

int main(void) {
    result = 1u << 32;
    return 0;
}
