// A variable of a loop body does not keep its value: it becomes indeterminate each time its declaration is reached, and a branch reads it (C17 6.2.4p6).
// expect: memory=FALSE
// states: 16
static int seen;

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 1;
        if (x == 1)
            seen++;
    }
    return 0;
}
