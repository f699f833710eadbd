// The program is called with its name and nothing else.
// expect: TRUE
// options: --args ''
// states: 17
#include <assert.h>

int main(int argc, char **argv) {
    assert(argc == 1 && argv[0] && argv[0][0] && argv[argc] == 0);
    return 0;
}
