// A copy of a structure by characters copies the pointers in it (C17 6.2.6.1p4); the padding may be anything.
// expect: TRUE
// states: 231
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    char name;
    struct node *next;
    int *value;
};

static void *copy(void *to, const void *from, size_t n) {
    char *t = to;
    const char *f = from;
    while (n--)
        *t++ = *f++;
    return to;
}

int main(void) {
    int x = 7;
    struct node *second = malloc(sizeof *second);
    struct node first = {'a', second, &x}, third;
    second->next = NULL;
    copy(&third, &first, sizeof first);
    first.next = NULL;
    assert(third.next == second && *third.value == 7);
    free(third.next);
    return 0;
}
