// qsort is taken for stable: the order of two elements that compare equal is unspecified (C17 7.22.5.2).
// expect: assertion=FALSE
// states: 37
#include <assert.h>
#include <stdlib.h>

struct item {
    int key, id;
};

static struct item a[3] = {{2, 0}, {1, 1}, {1, 2}};

static int compare(const void *x, const void *y) {
    return ((const struct item *)x)->key - ((const struct item *)y)->key;
}

int main(void) {
    qsort(a, 3, sizeof a[0], compare);
    assert(a[0].id == 1 && a[1].id == 2);
    return 0;
}
