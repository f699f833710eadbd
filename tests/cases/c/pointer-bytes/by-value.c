// Structures of characters that hold a pointer, or half of one, are passed and returned by value.
// expect: TRUE
// expect[O1,O2]: UNKNOWN
// states: 53
#include <assert.h>
#include <string.h>

struct whole {
    char bytes[1 + sizeof(int *)], rest[7];
};
struct half {
    char bytes[sizeof(int *) / 2];
};

static struct whole pass_whole(struct whole a) { return a; }
static struct half pass_half(struct half a) { return a; }

int main(void) {
    int x = 4, *p = &x, *q;
    struct whole a;
    memset(&a, 0, sizeof a);
    memcpy(a.bytes + 1, &p, sizeof p);
    a = pass_whole(a);
    memcpy(&q, a.bytes + 1, sizeof q);
    assert(*q == 4);
    struct half low, high;
    memcpy(&low, &p, sizeof low);
    memcpy(&high, (char *)&p + sizeof low, sizeof high);
    low = pass_half(low);
    high = pass_half(high);
    q = NULL;
    memcpy(&q, &low, sizeof low);
    memcpy((char *)&q + sizeof low, &high, sizeof high);
    assert(q == &x);
    return 0;
}
