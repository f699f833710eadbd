// A word has at least one byte, but that may be a zero.
// expect: assertion=FALSE memory=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 55
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[8];
    if (scanf("%7s", word) == 1) assert(strlen(word) > 0);
    return 0;
}
