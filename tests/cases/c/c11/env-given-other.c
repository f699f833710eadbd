// The option gives another value than the program expects (C17 7.22.4.6).
// expect: assertion=FALSE
// options: --env MODE=slow
// states: 15
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *mode = getenv("MODE");
    assert(mode != NULL && strcmp(mode, "fast") == 0);
    return 0;
}
