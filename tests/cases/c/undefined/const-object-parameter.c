// A parameter defined const is modified after a cast (C17 6.7.3p6; a parameter is an object with its declared type, 6.9.1p9).
// expect: memory=FALSE
// states: 6
static int result;

static void take(const int n) {
    int *p = (int *)&n;
    *p = 2;
    result = n;
}

int main(void) {
    take(1);
    return 0;
}
