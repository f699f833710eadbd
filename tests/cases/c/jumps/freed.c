// Error handling: memory is allocated before setjmp, and freed where all errors end (C17 7.13.2.1).
// expect: TRUE
// runs: all
// states: 45
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

static void parse(char *text, int depth) {
    if (depth == 0)
        longjmp(env, 1);
    text[depth] = 'x';
    parse(text, depth - 1);
}

int main(void) {
    char *text = malloc(4);
    if (!text)
        return 1;
    if (setjmp(env) == 0)
        parse(text, 3);
    free(text);
    return 0;
}
