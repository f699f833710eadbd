// A branch reads a variable that was not set on this path (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 5
static volatile int c;
static int seen;

int main(void) {
    int x;
    if (c)
        x = 1;
    if (x)
        seen = 1;
    return 0;
}
