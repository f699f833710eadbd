// The file ends, and the number before is counted once more.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 223
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *in = fopen("numbers.txt", "r");
    int n, found;
    if (!in) return 1;
    while (!feof(in)) {
        found = fscanf(in, "%d", &n);
        assert(found != EOF);
        if (found == 0) break;
    }
    fclose(in);
    return 0;
}
