// A parameter that is not const is written through a cast of its own address; one that is const is only read.
// expect: TRUE
// states: 12
static int f(int x, const int y) {
    *(int *)&x = *(int *)&y;
    return x;
}

int main(void) { return f(1, 3) - 3; }
