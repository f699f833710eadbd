// Two copies of a va_list give the same arguments, each with its type (C17 7.16.1.2p2).
// expect: TRUE
// states: 98
#include <assert.h>
#include <stdarg.h>

static double sum(const char *types, va_list ap) {
    double all = 0;
    for (; *types; types++)
        all += *types == 'd' ? va_arg(ap, double) : *types == 'l' ? (double)va_arg(ap, long) : va_arg(ap, int);
    return all;
}

static void take(const char *types, ...) {
    va_list ap, again;
    va_start(ap, types);
    va_copy(again, ap);
    assert(sum(types, ap) == 6.5);
    assert(sum(types, again) == 6.5);
    va_end(again);
    va_end(ap);
}

int main(void) {
    take("idl", 1, 2.5, 3L);
    return 0;
}
