// A compound assignment converts 400.0 back to unsigned char (C17 6.5.16.2p3, 6.3.1.4p1).
// expect: arithmetic=FALSE
// states: 4
static unsigned char c = 200;

int main(void) {
    c *= 2.0;
    return 0;
}
