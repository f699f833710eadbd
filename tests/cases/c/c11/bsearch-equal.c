// bsearch gives the key first, the element second, and finds one of the elements that match (C17 7.22.5.1).
// expect: TRUE
// states: 78
#include <assert.h>
#include <stdlib.h>

static const int a[3] = {4, 4, 4}, key = 4, other = 5;

static int compare(const void *x, const void *y) {
    assert(x == &key || x == &other);
    return *(const int *)x - *(const int *)y;
}

int main(void) {
    const int *found = bsearch(&key, a, 3, sizeof a[0], compare);
    assert(found == &a[0] || found == &a[1] || found == &a[2]);
    assert(bsearch(&other, a, 3, sizeof a[0], compare) == NULL);
    assert(bsearch(&key, a, 0, sizeof a[0], compare) == NULL);
    return 0;
}
