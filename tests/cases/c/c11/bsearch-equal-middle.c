// Three elements match the key: which one bsearch finds is unspecified (C17 7.22.5.1).
// expect: assertion=FALSE
// states: 30
#include <assert.h>
#include <stdlib.h>

static const int a[3] = {4, 4, 4}, key = 4;

static int compare(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

int main(void) {
    const int *found = bsearch(&key, a, 3, sizeof a[0], compare);
    assert(found == &a[1]);
    return 0;
}
