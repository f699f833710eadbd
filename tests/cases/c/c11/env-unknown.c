// What the program does depends on an environment that nobody has given (C17 7.22.4.6).
// expect: UNKNOWN
// states: 8
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (getenv("MODE") != NULL)
        puts("a mode is set");
    return 0;
}
