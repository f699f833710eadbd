// An entry is used after list_del has poisoned its links, as in the kernel: the poison is no address.
// expect: memory=FALSE
// states: 166
#include <stddef.h>
#include <stdlib.h>

extern void abort(void);
void reach_error(void) { abort(); }

struct list_head {
    struct list_head *next, *prev;
};
#define LIST_HEAD_INIT(name) {&(name), &(name)}
#define list_entry(ptr, type, member) ({ const __typeof__(((type *)0)->member) *__mptr = (ptr); (type *)((char *)__mptr - offsetof(type, member)); })
#define list_for_each_entry(pos, head, member) \
    for (pos = list_entry((head)->next, __typeof__(*pos), member); &pos->member != (head); pos = list_entry(pos->member.next, __typeof__(*pos), member))

static struct list_head head = LIST_HEAD_INIT(head);

struct item {
    int value;
    struct list_head list;
};

static inline void list_add(struct list_head *new, struct list_head *after) {
    after->next->prev = new;
    new->next = after->next;
    new->prev = after;
    after->next = new;
}

static inline void list_del(struct list_head *entry) {
    entry->next->prev = entry->prev;
    entry->prev->next = entry->next;
    entry->next = (void *)0x100;
    entry->prev = (void *)0x200;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->value = i;
        list_add(&item->list, &head);
    }
    int sum = 0;
    struct item *pos;
    list_for_each_entry(pos, &head, list) sum += pos->value;
    if (sum != 3)
        __VERIFIER_error();
    while (head.next != &head) {
        pos = list_entry(head.next, struct item, list);
        list_del(&pos->list);
        pos->list.next->prev = 0;
        free(pos);
    }
    return 0;
}
