// Memory from alloca lives until the function returns, whatever block asked for it (alloca(3)).
// expect: TRUE
// states: 37
#include <alloca.h>
#include <assert.h>

int main(void) {
    int *p = 0, *q = 0;
    for (int i = 0; i < 2; i++) {
        q = p;
        p = alloca(sizeof *p);
        *p = i;
    }
    assert(p != q);
    assert(*q == 0 && *p == 1);
    return 0;
}
