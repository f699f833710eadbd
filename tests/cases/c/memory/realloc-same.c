// realloc to another size gives memory with the old content, in place or not; what it adds has no value (C17 7.22.3.5p2).
// expect: TRUE
// states: 49
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *a = malloc(2 * sizeof *a);
    struct node last = {0, 7};
    a[0].next = &last;
    a[0].value = 1;
    a[1].next = a;
    a = realloc(a, 3 * sizeof *a);
    assert(a[0].next->value == 7 && a[0].value == 1);
    a[2].value = 3;
    a = realloc(a, sizeof *a);
    assert(a->next == &last);
    free(a);
    return 0;
}
