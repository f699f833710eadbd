// The function that is left by a jump was to free its memory: it is lost (C17 7.13.2.1).
// expect: memory=FALSE
// states: 11
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

static void parse(int bad) {
    char *text = malloc(4);
    if (bad)
        longjmp(env, 1);
    free(text);
}

int main(void) {
    if (setjmp(env) == 0)
        parse(1);
    return 0;
}
