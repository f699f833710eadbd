// A pointer to the variable of the previous iteration is read: that object is dead although a new one of the same name lives (C17 6.2.4p2, 6.8.5p5: the body is a block of its own).
// expect: memory=FALSE
// states: 18
static int seen;

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 1)
            seen = *p;
        p = &x;
    }
    return 0;
}
