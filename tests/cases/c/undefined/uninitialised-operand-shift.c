// A shift by an uninitialised number, which may be too large (C17 6.3.2.1p2, 6.5.7p3).
// expect: memory=FALSE
// states: 4
static unsigned result;

int main(void) {
    unsigned x;
    result = 1u << x;
    return 0;
}
