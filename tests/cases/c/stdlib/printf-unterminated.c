// printf reads a string that has no end.
// expect: memory=FALSE
// states: 10
#include <stdio.h>
#include <stdlib.h>

static char *volatile s;

int main(void) {
    s = malloc(2);
    s[0] = 'a';
    s[1] = 'b';
    printf("%s\n", s);
    free(s);
    return 0;
}
