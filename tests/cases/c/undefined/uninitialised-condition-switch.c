// The controlling expression of a switch was never set (C17 6.3.2.1p2).
// expect: memory=FALSE
// states: 4
static int seen;

int main(void) {
    int x;
    switch (x) {
    case 1:
        seen = 1;
        break;
    case 2:
        seen = 2;
    }
    return 0;
}
