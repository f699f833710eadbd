// A function declared _Noreturn returns to its caller (C17 6.7.4p8).
// expect: memory=FALSE
// states: 6
#include <stdlib.h>

static int seen;

_Noreturn static void stop(int c) {
    if (c)
        exit(0);
}

int main(void) {
    stop(0);
    seen = 1;
    return 0;
}
