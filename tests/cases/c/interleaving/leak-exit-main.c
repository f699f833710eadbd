// Memory known to a local variable of main when it calls exit is not lost.
// expect: TRUE
// states: 13
#include <stdlib.h>
#include <stdio.h>
int main(void) { char *p = malloc(3); p[0] = 1; puts("x"); exit(p[0] - 1); }
