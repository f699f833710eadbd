// The address of a variable of a statement expression is its value: the variable is dead afterwards (C17 6.2.4p6).
// expect: memory=FALSE
// states: 9
static int seen;

int main(void) {
    int *p = ({
        int x = 1;
        &x;
    });
    seen = *p;
    return 0;
}
