// A case leads into a block that was left before: the variable is another object, and a pointer to the first one is read (C17 6.2.4p6).
// expect: memory=FALSE
// states: 24
static int seen;

int main(void) {
    int *p = 0;
    for (int turn = 0; turn < 2; turn++) {
        switch (turn) {
        case 0: {
            int x;
            x = 1;
            p = &x;
            break;
        case 1:
            x = 2;
            seen = *p;
        }
        }
    }
    return 0;
}
