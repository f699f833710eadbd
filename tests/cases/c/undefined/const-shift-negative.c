// A constant is shifted by a negative number and returned (C17 6.5.7p3).
// expect: arithmetic=FALSE
// states: 3
static int result;

static int shifted(void) { return 1 << -1; }

int main(void) {
    result = shifted();
    return 0;
}
