// A compound assignment shifts a negative variable to the left (C17 6.5.16.2p3, 6.5.7p4).
// expect: overflow=FALSE
// states: 8
static volatile int x = -8;

int main(void) {
    x <<= 1;
    return 0;
}
