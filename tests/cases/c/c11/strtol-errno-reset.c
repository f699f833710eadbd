// A call that succeeds does not set errno to zero (C17 7.5).
// expect: assertion=FALSE
// states: 7
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    errno = ERANGE;
    assert(strtol("1", NULL, 10) == 1);
    assert(errno == 0);
    return 0;
}
