// Variable arguments are read with their promoted types; signed and unsigned types may stand for each other, and void * for char * (C17 7.16.1.1p2).
// expect: TRUE
// states: 72
#include <assert.h>
#include <stdarg.h>

static int check(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    assert(va_arg(ap, int) == 'a');
    assert(va_arg(ap, double) == 1.5);
    assert(va_arg(ap, unsigned) == 7u);
    assert(*(char *)va_arg(ap, void *) == 'x');
    assert(va_arg(ap, long) == -1L);
    va_end(ap);
    assert(va_arg(again, int) == 'a');
    va_end(again);
    return n;
}

int main(void) {
    char text[] = "x";
    assert(check(5, 'a', 1.5f, 7, text, -1L) == 5);
    assert(check(5, (char)'a', 1.5, 7u, (void *)text, -1L) == 5);
    return 0;
}
