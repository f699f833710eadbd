// A variable of an ended block is read, and the value is not used; an optimiser deletes all of it (C17 6.2.4p2).
// expect: memory=FALSE
// options: --opt 2
// states: 7
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    int y = *p;
    (void)y;
    return 0;
}
