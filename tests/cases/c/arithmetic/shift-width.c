// A shift by the width of the type.
// expect: arithmetic=FALSE
// states: 4
static volatile unsigned n = 32, result;

int main(void) {
    result = 5u << n;
    return 0;
}
