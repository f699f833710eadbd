// The statement of an if is a block, also without braces: the compound literal in it is dead afterwards (C17 6.5.2.5p5, 6.8.4p3).
// expect: memory=FALSE
// states: 10
static volatile int yes = 1;
static int seen;

int main(void) {
    int other = 1;
    int *p = &other;
    if (yes)
        p = &(int){2};
    seen = *p;
    return 0;
}
