// A byte of a pointer is printed: the output depends on where the object lies.
// expect: UNKNOWN
// states: 5
#include <stdio.h>

static int x;

int main(void) {
    int *p = &x;
    putchar(((unsigned char *)&p)[0]);
    return 0;
}
