// What an address leaves when it is divided by seven is a choice; nothing depends on it but what is printed.
// expect: TRUE
// states: 25
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int a = 0;
    int *volatile p = &a;
    if ((uintptr_t)p % 7 == 3)
        puts("three");
    return 0;
}
