// The idiom container_of is applied to the head of a list, which is in no structure: the access is out of bounds (C17 6.5.6p8).
// expect: memory=FALSE
// states: 6
#include <stddef.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct list {
    struct list *next;
};

struct item {
    long value;
    struct list link;
};

static struct list head = {&head};
static long seen;

int main(void) {
    struct item *x = container_of(head.next, struct item, link);
    seen = x->value;
    return 0;
}
