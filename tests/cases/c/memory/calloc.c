// Memory from calloc is zero, also as a pointer; it may decide branches.
// expect: TRUE
// states: 15
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *volatile a = calloc(2, sizeof *a);
    assert(a[0].next == NULL);
    assert(a[1].value == 0);
    free(a);
    return 0;
}
