// The initialiser before the first case of a switch is never executed: the variable exists and has no value (C17 6.8.4.2p7, example).
// expect: memory=FALSE
// states: 5
static volatile int kind = 1;
static int seen;

int main(void) {
    switch (kind) {
        int x = 4;
    case 0:
        seen = 0;
        break;
    case 1:
        if (x == 4)
            seen = 1;
    }
    return 0;
}
