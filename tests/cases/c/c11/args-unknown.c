// What the program does depends on arguments that nobody has given (C17 5.1.2.2.1: argc and argv come from outside).
// expect: UNKNOWN
// states: 5
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 2) {
        puts("usage: NAME");
        return 1;
    }
    assert(argv[1] != NULL);
    return 0;
}
