// A variable that was never set is passed to a function that tests it (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 7
static int seen;

static int first(int a, int b) {
    if (a)
        return 1;
    return b;
}

int main(void) {
    int x;
    seen = first(x, 2);
    return 0;
}
