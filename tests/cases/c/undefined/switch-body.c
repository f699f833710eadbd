// A variable declared before the first case of a switch is assigned where it is used (C17 6.8.4.2p7, example).
// expect: TRUE
// states: 10
#include <assert.h>

static volatile int kind = 1;

int main(void) {
    switch (kind) {
        int x;
    case 0:
        x = 1;
        assert(x == 1);
        break;
    case 1:
        x = 2;
        assert(x == 2);
    }
    return 0;
}
