// The variable declared in a for statement is one object for all iterations (C17 6.8.5.3p1).
// expect: TRUE
// states: 26
#include <assert.h>

int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            p = &i;
        assert(*p == i);
    }
    return 0;
}
