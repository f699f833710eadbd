// A remainder modulo an uninitialised variable, which may be zero (C17 6.3.2.1p2, 6.5.5p5).
// expect: memory=FALSE
// states: 4
static unsigned result;

int main(void) {
    unsigned x;
    result = 100u % x;
    return 0;
}
