// The link of a packed node is overwritten: the node behind it is lost.
// expect: memory=FALSE
// states: 15
#include <stdlib.h>

struct __attribute__((packed)) node {
    char tag;
    struct node *next;
};

static struct node *list;

int main(void) {
    list = malloc(sizeof *list);
    list->next = malloc(sizeof *list);
    list->next->next = NULL;
    list->next = NULL;
    return 0;
}
