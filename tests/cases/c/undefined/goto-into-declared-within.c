// A goto past a declaration that nothing else reaches: the variable lives until its block ends (C17 6.2.4p6).
// expect: TRUE
// states: 15
int main(void) {
    int *p = 0, n = 0;
    goto inside;
    {
        int y;
    inside:
        y = 4;
        p = &y;
        n = *p;
    }
    return n - 4;
}
