// A goto past a declaration that nothing else reaches: the variable ends with its block (C17 6.2.4p6).
// expect: memory=FALSE
// states: 8
int main(void) {
    int *p = 0;
    goto inside;
    {
        int y;
    inside:
        y = 4;
        p = &y;
    }
    return *p;
}
