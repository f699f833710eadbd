// The number is checked; numbers are only sampled.
// expect: UNKNOWN
// states: 74
#include <stdio.h>

static int table[10];

int main(void) {
    int i;
    if (scanf("%d", &i) != 1) return 1;
    return i >= 0 && i < 10 ? table[i] : 0;
}
