// A function declared _Noreturn ends the process (C17 6.7.4p8).
// expect: TRUE
// states: 7
#include <stdlib.h>

_Noreturn static void stop(int c) {
    if (c)
        exit(0);
    _Exit(0);
}

int main(void) {
    stop(1);
    abort();
}
