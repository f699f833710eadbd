// scanf says that it stored the number (C17 7.21.6.4); nothing fails, but the numbers are only sampled.
// expect: UNKNOWN
// states: 53
#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    if (n > 0)
        puts("positive");
    return 0;
}
