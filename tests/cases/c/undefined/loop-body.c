// A variable of a loop body is initialised each time its declaration is reached (C17 6.2.4p6).
// expect: TRUE
// states: 23
#include <assert.h>

int main(void) {
    for (int i = 0; i < 2; i++) {
        int x = 1;
        assert(x == 1);
        x = 5;
    }
    return 0;
}
