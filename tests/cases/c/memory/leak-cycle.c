// Two heap blocks point to each other, and nobody else to them.
// expect: memory=FALSE
// states: 15
#include <stdlib.h>

struct node {
    struct node *volatile next;
};

static struct node *volatile head;

int main(void) {
    head = malloc(sizeof *head);
    head->next = malloc(sizeof *head);
    head->next->next = head;
    head = NULL;
    return 0;
}
