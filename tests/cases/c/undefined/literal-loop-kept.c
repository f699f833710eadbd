// A compound literal in the body of a loop is kept over the end of the body; the next round reads it (C17 6.5.2.5p5, 6.8.5p5).
// expect: memory=FALSE
// states: 16
static int seen;

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            seen = *p;
        p = &(int){i};
    }
    return 0;
}
