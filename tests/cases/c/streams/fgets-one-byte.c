// One byte at a time is any byte: all of them are tried.
// expect: TRUE
// states: 781
#include <assert.h>
#include <stdio.h>

int main(void) {
    char byte[2];
    if (fgets(byte, sizeof byte, stdin)) assert(byte[1] == 0);
    return 0;
}
