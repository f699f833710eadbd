// The body of a while is a block, also without braces: the compound literal in it is dead in the condition (C17 6.8.5p5).
// expect: memory=FALSE
// states: 13
static int n = 2;

int main(void) {
    int first = 1;
    int *p = &first;
    while (*p && n--)
        p = &(int){1};
    return 0;
}
