// A goto out of a block and back into it past the initialiser; the variable is assigned before it is read (C17 6.2.4p6).
// expect: TRUE
// states: 20
#include <assert.h>

int main(void) {
    {
        int x = 1;
        assert(x == 1);
        goto out;
    in:
        x = 2;
        assert(x == 2);
        goto end;
    }
out:
    goto in;
end:
    return 0;
}
