// The number is any number.
// expect: memory=FALSE assertion=UNKNOWN data-race=UNKNOWN deadlock=UNKNOWN pthread=UNKNOWN arithmetic=UNKNOWN
// states: 44
#include <stdio.h>

static int table[10];

int main(void) {
    int i;
    if (scanf("%d", &i) != 1) return 1;
    return table[i];
}
