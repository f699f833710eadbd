// The width leaves room for the zero at the end; words are only sampled.
// expect: UNKNOWN
// states: 79
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char word[8];
    if (scanf("%7s", word) == 1) assert(strlen(word) < 8);
    return 0;
}
