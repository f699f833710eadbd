// The comparison of qsort leaves it by a jump (C17 7.22.5.2).
// expect: TRUE
// states: 16
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;
static int numbers[3] = {3, 1, 2};

static int compare(const void *a, const void *b) { longjmp(env, 4); }

int main(void) {
    int code = setjmp(env);
    if (code == 0)
        qsort(numbers, 3, sizeof *numbers, compare);
    assert(code == 4);
    return 0;
}
