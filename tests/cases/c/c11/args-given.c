// The arguments are those of the option; argv[argc] is a null pointer (C17 5.1.2.2.1).
// expect: TRUE
// options: --args 'alpha 7'
// states: 21
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc == 3);
    assert(strcmp(argv[1], "alpha") == 0);
    assert(atoi(argv[2]) == 7);
    assert(argv[argc] == NULL);
    return 0;
}
