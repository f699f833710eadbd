// From the address of a member to the structure around it, and back by a difference.
// expect: TRUE
// states: 63
#include <assert.h>
#include <stddef.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

static struct item items[3] = {{1, {&items[1].link}}, {2, {&items[2].link}}, {3, {NULL}}};

static struct item *item_of(struct link *l) { return (struct item *)((char *)l - offsetof(struct item, link)); }

int main(void) {
    int n = 0;
    for (struct link *l = &items[0].link; l; l = l->next) {
        assert(item_of(l) - items == n);
        n++;
        assert(item_of(l)->value == n);
    }
    assert(n == 3);
    return 0;
}
