// A string is copied into a block that has no room for its terminating zero.
// expect: memory=FALSE
// states: 9
#include <stdlib.h>
#include <string.h>

static char *volatile to;

int main(void) {
    const char *volatile from = "four";
    to = malloc(4);
    strcpy(to, from);
    free(to);
    return 0;
}
