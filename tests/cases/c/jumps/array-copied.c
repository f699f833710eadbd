// A long array is copied over a local one: elements that keep their value are not changed (C17 7.13.2.1p3).
// expect: TRUE
// states: 12
#include <assert.h>
#include <setjmp.h>
#include <string.h>

static jmp_buf env;
static int from[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
    int to[8] = {1, 2, 3, 4, 5, 6, 7, 0};
    if (setjmp(env) == 0) {
        memcpy(to, from, sizeof to);
        longjmp(env, 1);
    }
    assert(to[6] == 7);
    return 0;
}
