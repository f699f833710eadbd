// There may be less to read than is asked for.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 82
#include <stdio.h>

int main(void) {
    int values[4];
    FILE *in = fopen("in", "rb");
    if (!in) return 1;
    fread(values, sizeof *values, 4, in);
    fclose(in);
    if (values[3] > 0) puts("positive");
    return 0;
}
