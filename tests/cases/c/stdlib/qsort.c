// qsort orders, bsearch finds.
// expect: TRUE
// states: 92
#include <assert.h>
#include <stdlib.h>

static int a[4] = {3, 1, 4, 1};

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

int main(void) {
    qsort(a, 4, sizeof a[0], compare);
    assert(a[0] == 1 && a[1] == 1 && a[2] == 3 && a[3] == 4);
    int three = 3, five = 5;
    assert(bsearch(&three, a, 4, sizeof a[0], compare) == &a[2]);
    assert(bsearch(&five, a, 4, sizeof a[0], compare) == NULL);
    return 0;
}
