// A function returns the address of a compound literal of its body (C17 6.5.2.5p5).
// expect: memory=FALSE
// states: 9
static int seen;

static int *make(int n) { return (int[]){n, n + 1}; }

int main(void) {
    seen = make(1)[1];
    return 0;
}
