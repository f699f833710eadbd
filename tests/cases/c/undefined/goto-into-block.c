// A goto out of a block and back into it: the variable is another object, and only that one is used (C17 6.2.4p6).
// expect: TRUE
// states: 29
#include <assert.h>

static int seen;

int main(void) {
    int *p;
    int again = 0;
    {
        int x = 1;
        p = &x;
        assert(*p == 1);
        if (!again)
            goto out;
    in:
        p = &x;
        x = 2;
        seen = *p;
        goto end;
    }
out:
    again = 1;
    goto in;
end:
    assert(seen == 2);
    return 0;
}
