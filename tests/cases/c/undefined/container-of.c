// The idiom container_of: from a member to the structure around it (C17 7.19p3, 6.3.2.3p7).
// expect: TRUE
// states: 92
#include <assert.h>
#include <stdlib.h>

#define offset_of(type, member) ((unsigned long)&((type *)0)->member)
#define container_of(ptr, type, member)                     \
    ({                                                      \
        const __typeof__(((type *)0)->member) *m__ = (ptr); \
        (type *)((char *)m__ - offset_of(type, member));    \
    })

struct list {
    struct list *next, *prev;
};

struct item {
    int value;
    struct list link;
};

int main(void) {
    struct list head = {&head, &head};
    for (int i = 0; i < 2; i++) {
        struct item *x = malloc(sizeof *x);
        x->value = i + 1;
        x->link = (struct list){head.next, &head};
        head.next->prev = &x->link;
        head.next = &x->link;
    }
    int sum = 0;
    while (head.next != &head) {
        struct item *x = container_of(head.next, struct item, link);
        sum += x->value;
        head.next = x->link.next;
        free(x);
    }
    assert(sum == 3);
    return 0;
}
