// A list is built, reversed and freed.
// expect: TRUE
// states: 138
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL, *reversed = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    while (head) {
        struct node *n = head;
        head = n->next;
        n->next = reversed;
        reversed = n;
    }
    for (int i = 0; i < 3; i++) {
        struct node *n = reversed;
        assert(n->value == i);
        reversed = n->next;
        free(n);
    }
    assert(reversed == NULL);
    return 0;
}
