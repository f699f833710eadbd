// The index of an array access was never set (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 4
static int a[2];

int main(void) {
    int x;
    a[x] = 2;
    return 0;
}
