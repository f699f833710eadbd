// The same sums without overflow: in a wider type, and of unsigned numbers (C17 6.2.5p9).
// expect: overflow=TRUE
// states: 10
#include <limits.h>

struct pair {
    long a, b;
};

static unsigned wraps = UINT_MAX + 1u;

int main(void) {
    struct pair p = {.b = INT_MAX + 1L};
    return (int)(p.a + wraps);
}
