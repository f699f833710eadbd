// What was read is used; it is only sampled.
// expect: UNKNOWN
// states: 632
#include <assert.h>
#include <stdio.h>

int main(void) {
    int values[4], sum = 0;
    FILE *in = fopen("in", "rb");
    if (!in) return 1;
    size_t n = fread(values, sizeof *values, 4, in);
    assert(n <= 4);
    for (size_t i = 0; i < n; i++) sum |= values[i];
    fclose(in);
    if (sum) puts("some");
    return 0;
}
