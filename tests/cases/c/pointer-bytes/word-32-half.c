// Half of a pointer of four bytes is copied.
// word: 32
// expect: memory=FALSE
// states: 6
#include <string.h>

static int x = 1;

int main(void) {
    int *p = &x, *q;
    memcpy(&q, &p, 2);
    return *q;
}
