// A compound literal in a switch is read after the switch (C17 6.8.4p3).
// expect: memory=FALSE
// states: 9
static volatile int which = 1;
static int seen;

int main(void) {
    int *p = 0;
    switch (which) {
    case 1:
        p = &(int){4};
        break;
    default:
        return 0;
    }
    seen = *p;
    return 0;
}
