// Structures with padding that nobody wrote are assigned, passed, returned and copied by bytes; only members are tested (C17 6.2.6.1p6).
// expect: TRUE
// states: 122
#include <assert.h>
#include <string.h>

struct item {
    char tag;
    int value;
    char end;
};

static struct item same(struct item x) { return x; }

static struct item global;

int main(void) {
    struct item a, b, c;
    a.tag = 1;
    a.value = 2;
    a.end = 3;
    b = a;
    memcpy(&c, &b, sizeof c);
    global = same(c);
    unsigned char bytes[sizeof a];
    for (unsigned i = 0; i < sizeof a; i++)
        bytes[i] = ((unsigned char *)&a)[i];
    assert(global.tag == 1 && global.value == 2 && global.end == 3);
    assert(bytes[0] == 1);
    return 0;
}
