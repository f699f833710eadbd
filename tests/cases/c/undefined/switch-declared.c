// A declaration in front of the first case: the variable ends with the switch (C17 6.2.4p6).
// expect: memory=FALSE
// states: 10
int main(void) {
    int i = 0, *p = 0;
    switch (i) {
        int y;
    case 0:
        y = 4;
        p = &y;
    }
    return *p;
}
