// A shift to the left moves a bit of the value into the sign and one out of it (C17 6.5.7p4: 3 * 2^30 is not representable).
// expect: overflow=FALSE
// states: 9
static int three = 3, thirty = 30, result;

int main(void) {
    result = three << thirty;
    return 0;
}
