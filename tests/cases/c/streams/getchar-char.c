// A char cannot tell the byte 255 from EOF.
// expect: assertion=FALSE
// states: 1807
#include <assert.h>
#include <stdio.h>

int main(void) {
    signed char c = getchar();
    assert((c == EOF) == (feof(stdin) || ferror(stdin)));
    return 0;
}
