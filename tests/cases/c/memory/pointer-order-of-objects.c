// The order of two objects in memory may be either: both are tried.
// expect: TRUE
// states: 21
#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    int *volatile p = &a, *volatile q = &b;
    if (p < q)
        puts("a comes first");
    return 0;
}
