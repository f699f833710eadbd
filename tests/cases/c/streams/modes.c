// Writing to a file that is open for reading fails, and reading from one open for writing; it is not at its end.
// expect: TRUE
// states: 85
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *in = fopen("in.txt", "r"), *out = fopen("out.txt", "w");
    if (in) {
        assert(fputs("text", in) == EOF && ferror(in) && !feof(in));
        clearerr(in);
        assert(!ferror(in));
        fclose(in);
    }
    if (out) {
        assert(fgetc(out) == EOF && ferror(out) && !feof(out));
        fclose(out);
    }
    return 0;
}
