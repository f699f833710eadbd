// A function reaches its end without a return, and a branch uses its value (C17 6.9.1p12).
// expect: memory=FALSE
// states: 7
static int seen;

static int count(int c) {
    if (c)
        return 1;
}

int main(void) {
    if (count(0))
        seen = 1;
    return 0;
}
