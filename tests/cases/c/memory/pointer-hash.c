// What an address is modulo seven is nowhere defined.
// expect: UNKNOWN
// states: 6
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int a = 0;
    int *volatile p = &a;
    if ((uintptr_t)p % 7 == 3)
        puts("three");
    return 0;
}
