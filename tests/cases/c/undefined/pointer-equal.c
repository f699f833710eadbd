// Pointers to different objects are unequal, pointers to the same object equal (C17 6.5.9p6).
// expect: TRUE
// states: 525
#include <assert.h>
#include <stdlib.h>

static int a, b;

int main(void) {
    int x, y;
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    int *all[] = {&a, &b, &x, &y, p, q, NULL};
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++)
            assert((all[i] == all[k]) == (i == k));
    free(p);
    free(q);
    return 0;
}
