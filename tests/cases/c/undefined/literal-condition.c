// A compound literal in the condition of an if lives until the whole if has ended, else included (C17 6.8.4p3).
// expect: TRUE
// states: 43
#include <assert.h>

static int seen;

int main(void) {
    int *p;
    if (!*(p = &(int){3}))
        return 1;
    else
        seen = *p;
    for (int *q = (int[]){1, 2, 0}; *q; q++)
        seen += *q;
    assert(seen == 6);
    return 0;
}
