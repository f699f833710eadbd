// Memory that a global variable still reaches at the end is not lost.
// expect: TRUE
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
    return 0;
}
