// A loop without effects counts an unsigned variable until it wraps, which is defined (C17 6.2.5p9; optimised).
// expect: overflow=TRUE
// options: --opt 2
// states: 20
#include <assert.h>
#include <limits.h>

static volatile unsigned start = UINT_MAX - 2;

int main(void) {
    unsigned i = start;
    while (i > 0)
        i++;
    assert(i == 0);
    return 0;
}
