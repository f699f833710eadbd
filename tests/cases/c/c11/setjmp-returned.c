// The function that called setjmp has returned when longjmp is called: undefined (C17 7.13.2.1).
// expect: memory=FALSE
// states: 4
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static void mark(void) {
    if (setjmp(env) != 0)
        puts("again");
}

int main(void) {
    mark();
    longjmp(env, 1);
}
