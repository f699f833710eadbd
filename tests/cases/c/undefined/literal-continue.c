// A continue leaves the block of a compound literal, which the third expression of the for reads (C17 6.5.2.5p5, 6.8.6.2).
// expect: memory=FALSE
// states: 12
int main(void) {
    int zero = 0;
    int *p = &zero;
    for (int i = 0; i < 2; i += *p) {
        p = &(int){1};
        if (i == 0)
            continue;
    }
    return 0;
}
