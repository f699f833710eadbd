// A variable behind a label ends with its block as any other does; it is read afterwards (C17 6.2.4p6).
// expect: memory=FALSE
// states: 18
static int n, seen;

int main(void) {
    int *p;
    {
    again:;
        int x = 1;
        p = &x;
        if (n++ == 0)
            goto again;
    }
    seen = *p;
    return 0;
}
