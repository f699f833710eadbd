// The function frees its memory and jumps; the handler of the error frees it once more (C17 7.22.3.3).
// expect: memory=FALSE
// states: 12
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

static void parse(char *text) {
    free(text);
    longjmp(env, 1);
}

int main(void) {
    char *text = malloc(4);
    if (setjmp(env) == 0)
        parse(text);
    free(text);
    return 0;
}
