// A pointer one past the end may be computed and compared, as a loop does.
// expect: TRUE
// states: 68
#include <assert.h>
#include <stdlib.h>

static int sum(const int *from, const int *to) {
    int s = 0;
    while (from != to)
        s += *from++;
    return s;
}

int main(void) {
    int *volatile a = malloc(3 * sizeof *a);
    for (int i = 0; i < 3; i++)
        a[i] = i;
    assert(sum(a, a + 3) == 3);
    assert(a < a + 3);
    free(a);
    return 0;
}
