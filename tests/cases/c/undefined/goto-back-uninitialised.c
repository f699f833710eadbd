// A goto to a place before a declaration: when the declaration is reached again, the value becomes indeterminate, and a branch reads it (C17 6.2.4p6).
// expect: memory=FALSE
// states: 12
static int seen;

int main(void) {
    int n = 0;
again:;
    int x;
    if (n++ == 0) {
        x = 1;
        goto again;
    }
    if (x == 1)
        seen = 1;
    return 0;
}
