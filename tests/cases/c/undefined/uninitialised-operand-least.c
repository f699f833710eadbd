// An uninitialised number is divided by -1: it may be the least number (C17 6.3.2.1p2, 6.5.5p6).
// expect: memory=FALSE
// states: 4
static int result;

int main(void) {
    int x;
    result = x / -1;
    return 0;
}
