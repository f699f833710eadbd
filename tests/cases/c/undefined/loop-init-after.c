// The variable declared in a for statement dies with the loop; a pointer to it is read afterwards (C17 6.8.5p5, 6.8.5.3p1, 6.2.4p6).
// expect: memory=FALSE
// states: 16
static int seen;

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++)
        p = &i;
    seen = *p;
    return 0;
}
