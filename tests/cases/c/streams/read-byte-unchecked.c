// At the end of the file nothing is stored.
// expect: memory=FALSE
// states: 524
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char c;
    read(0, &c, 1);
    if (c == 'x') puts("x");
    return 0;
}
