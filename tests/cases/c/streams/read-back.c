// What the program has written is not kept.
// expect: UNKNOWN
// states: 38
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = fopen("data", "w");
    if (!file) return 1;
    fputs("7", file);
    fclose(file);
    file = fopen("data", "r");
    if (!file) return 1;
    assert(getc(file) == '7');
    fclose(file);
    return 0;
}
