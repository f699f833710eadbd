// getenv finds the value that the option gives (C17 7.22.4.6).
// expect: TRUE
// options: --env MODE=fast
// states: 19
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *mode = getenv("MODE");
    assert(mode != NULL && strcmp(mode, "fast") == 0);
    return 0;
}
