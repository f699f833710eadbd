// A break leaves the block of a compound literal, which is read behind the loop (C17 6.5.2.5p5, 6.8.6.3).
// expect: memory=FALSE
// states: 10
static int seen;

int main(void) {
    int *p = 0;
    for (;;) {
        p = &(int){1};
        if (*p)
            break;
    }
    seen = *p;
    return 0;
}
