// A variable of an ended block is read through a pointer: its lifetime has ended (C17 6.2.4p2 and p6).
// expect: memory=FALSE
// states: 7
static int seen;

int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    seen = *p;
    return 0;
}
