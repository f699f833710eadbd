// Memory that a pointer at an unaligned place leads to is not lost at the end.
// expect: TRUE
// states: 14
#include <stdlib.h>

struct __attribute__((packed)) node {
    char tag;
    struct node *next;
};

static struct node list;

int main(void) {
    list.next = malloc(sizeof list);
    list.next->next = malloc(sizeof list);
    list.next->next->next = NULL;
    return 0;
}
