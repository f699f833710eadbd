// A shift to the right by a negative number.
// expect: arithmetic=FALSE
// states: 5
static volatile int n = -1, result = 100;

int main(void) {
    result = result >> n;
    return 0;
}
