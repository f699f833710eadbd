// Writing to a file that is open for reading fails.
// expect: assertion=FALSE
// states: 21
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *in = fopen("in.txt", "r");
    if (!in) return 1;
    assert(fputs("text", in) >= 0);
    fclose(in);
    return 0;
}
