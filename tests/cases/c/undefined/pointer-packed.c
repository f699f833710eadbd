// A pointer in a packed structure is not aligned; it is stored and read back (GCC manual, "packed").
// expect: TRUE
// states: 19
#include <assert.h>

struct __attribute__((packed)) item {
    char tag;
    int *where;
    char end;
};

static int x = 7;
static struct item items[2];

int main(void) {
    items[1].where = &x;
    items[1].tag = 1;
    items[1].end = 2;
    items[0] = items[1];
    assert(*items[0].where == 7);
    *items[0].where = 8;
    assert(x == 8 && items[0].where == items[1].where);
    assert(items[0].tag == 1 && items[0].end == 2);
    return 0;
}
