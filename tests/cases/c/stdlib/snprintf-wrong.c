// The result of snprintf is taken for what was written, and used as an index.
// expect: memory=FALSE
// states: 12
#include <stdio.h>
#include <stdlib.h>

static volatile int n = 1234;
static char *volatile s;

int main(void) {
    s = malloc(4);
    int length = snprintf(s, 4, "%d", n);
    s[length] = '!';
    free(s);
    return 0;
}
