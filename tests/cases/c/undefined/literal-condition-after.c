// A compound literal in the condition of an if is read after the if (C17 6.8.4p3).
// expect: memory=FALSE
// states: 9
static int seen;

int main(void) {
    int *p;
    if (*(p = &(int){3}))
        seen = 1;
    seen = *p;
    return 0;
}
