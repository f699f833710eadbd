// An uninitialised local variable decides between two equal branches; an optimiser deletes the test (C17 6.3.2.1p2).
// expect: memory=FALSE
// options: --opt 2
// states: 4
static int done;

int main(void) {
    int x;
    if (x)
        done = 1;
    else
        done = 1;
    return 0;
}
