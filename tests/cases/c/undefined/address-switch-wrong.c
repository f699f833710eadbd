// A `switch` over an address takes the default arm, in which an assertion fails (C17 6.8.4.2p5).
// expect: assertion=FALSE
// runs: all
// states: 3
#include <assert.h>

int main(void) {
    int x;
    switch ((unsigned long)&x) {
    case 0: break;
    case 8: break;
    default: assert(0);
    }
    return 0;
}
