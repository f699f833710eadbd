// A pointer to structures of 16 bytes is advanced by 2^60, which wraps to the same address (C17 6.5.6p8).
// expect: memory=FALSE
// states: 12
#include <stdlib.h>

struct item {
    long first, second;
};

static long seen;

int main(void) {
    struct item *p = malloc(sizeof *p);
    p->first = p->second = 1;
    long i = 1L << 60;
    seen = (p + i)->second;
    free(p);
    return 0;
}
