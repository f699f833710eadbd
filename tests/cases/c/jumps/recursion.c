// A recursive function keeps a buffer in each activation; the innermost one jumps to the outermost (C17 7.13.2.1).
// expect: TRUE
// states: 50
#include <assert.h>
#include <setjmp.h>

static int descend(int depth, jmp_buf *outermost) {
    jmp_buf own;
    int code = setjmp(own);
    if (code != 0)
        return code + depth;
    if (depth == 3)
        longjmp(*outermost, 10);
    descend(depth + 1, depth == 0 ? &own : outermost);
    return -1;
}

int main(void) {
    assert(descend(0, 0) == 10);
    return 0;
}
