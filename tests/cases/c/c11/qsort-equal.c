// qsort orders the keys and keeps every element; elements that compare equal may stand in any order (C17 7.22.5.2).
// expect: TRUE
// states: 52
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
    assert(a[0].key == 1 && a[1].key == 1 && a[2].key == 2);
    assert(a[0].id != a[1].id && a[0].id + a[1].id == 3 && a[2].id == 0);
    return 0;
}
