// The value of a statement expression is a copy that outlives the variables in it (GCC manual, "Statements and Declarations in Expressions").
// expect: TRUE
// states: 24
#include <assert.h>

int main(void) {
    int y = ({
        int x = 1;
        x += 1;
        x;
    });
    int *p = ({
        int *q = &y;
        q;
    });
    assert(*p == 2);
    return 0;
}
