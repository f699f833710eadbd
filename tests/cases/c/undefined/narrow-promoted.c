// Two unsigned short are promoted to int, and their product overflows (C17 6.3.1.1p2, 6.5p5).
// expect: overflow=FALSE
// states: 9
static unsigned short x = 65535;
static unsigned result;

int main(void) {
    result = x * x;
    return 0;
}
