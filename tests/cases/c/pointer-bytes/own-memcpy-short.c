// The copy stops one byte too early: the last byte of the pointer is never set (C17 6.2.6.1p5, J.2).
// expect: memory=FALSE
// states: 73
#include <stddef.h>

static int x = 7, seen;

static void copy(void *to, const void *from, size_t n) {
    char *t = to;
    const char *f = from;
    while (n--)
        *t++ = *f++;
}

int main(void) {
    int *p = &x, *q;
    copy(&q, &p, sizeof p - 1);
    seen = *q;
    return 0;
}
