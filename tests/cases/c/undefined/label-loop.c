// A variable behind a label in the body of a loop: in each round it has no value until it is assigned (C17 6.2.4p6).
// expect: memory=FALSE
// states: 20
static int seen;

int main(void) {
    for (int i = 0; i < 2; i++) {
        if (i == 2)
            goto next;
    next:;
        int x;
        if (i == 0)
            x = 1;
        if (x == 1)
            seen++;
    }
    return 0;
}
