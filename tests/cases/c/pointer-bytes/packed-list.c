// A list of packed nodes, whose links are not aligned (GCC manual, "packed"), is built, copied and freed.
// expect: TRUE
// states: 100
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) node {
    char tag;
    struct node *next;
    short number;
};

static struct node *list;

int main(void) {
    for (short i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        struct node filled = {'x', list, i};
        memcpy(n, &filled, sizeof filled);
        list = n;
    }
    int sum = 0;
    while (list) {
        struct node *next = list->next;
        sum += list->number;
        free(list);
        list = next;
    }
    assert(sum == 3);
    return 0;
}
