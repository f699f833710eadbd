// strncpy fills the array and leaves no room for the zero: strlen runs out of it.
// expect: memory=FALSE
// states: 11
#include <stdlib.h>
#include <string.h>

static char *volatile s;

int main(void) {
    const char *volatile text = "hello";
    s = malloc(4);
    strncpy(s, text, 4);
    volatile size_t n = strlen(s);
    free(s);
    return n == 0;
}
