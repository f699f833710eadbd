// A long array is copied over a local one: an element that gets another value is changed (C17 7.13.2.1p3).
// expect: memory=FALSE
// states: 8
#include <stdio.h>
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
    if (to[7] == 8)
        puts("changed");
    return 0;
}
