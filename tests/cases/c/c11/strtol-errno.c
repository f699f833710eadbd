// A number out of range sets errno; no library function sets errno to zero (C17 7.22.1.4, 7.5).
// expect: TRUE
// states: 13
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    assert(strtol("-99999999999999999999", NULL, 10) == LONG_MIN);
    assert(errno == ERANGE);
    assert(strtol("1", NULL, 10) == 1);
    assert(errno == ERANGE);
    return 0;
}
