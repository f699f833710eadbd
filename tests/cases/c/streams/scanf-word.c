// A word may be longer than the array.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 50
#include <stdio.h>

int main(void) {
    char word[8];
    if (scanf("%s", word) != 1) return 1;
    return 0;
}
