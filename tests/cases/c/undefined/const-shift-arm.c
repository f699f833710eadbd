// Shifts that overflow stand in arms of ?: that are not taken, before and behind the colon, nested and over lines (C17 6.5.15p4).
// expect: overflow=TRUE
// states: 16
#include <assert.h>

static volatile int zero, one = 1;
static int result;

int main(void) {
    result = zero ? 1 << 31 : 2;
    result += one ? 2 : 1 << 31;
    result += one ? (zero ? 1 << 31 : 1)
                  : 1 << 31; // ? : in a comment
    assert(result == 5);
    return 0;
}
