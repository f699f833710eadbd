// Variable arguments of many types are read with the types that they have after promotion, int and unsigned taken for each other (C17 7.16.1.1p2, 6.5.2.2p7).
// expect: TRUE
// states: 90
#include <assert.h>
#include <stdarg.h>

struct pair {
    int a, b;
};
struct large {
    double d;
    int a[6];
};
enum kind { SMALL, LARGE };

static void take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    assert(va_arg(ap, int) == 'c');
    assert(va_arg(ap, unsigned) == 2);
    assert(va_arg(ap, long) == 3);
    assert(va_arg(ap, double) == 4.0);
    assert(va_arg(ap, long long) == 5);
    assert(*va_arg(ap, char *) == 'x');
    assert(va_arg(ap, struct pair).b == 7);
    assert(va_arg(ap, long double) == 8.0L);
    assert(va_arg(ap, struct large).a[5] == 9);
    assert(__imag__ va_arg(ap, _Complex float) == 1.0f);
    assert(va_arg(ap, enum kind) == LARGE);
    va_end(ap);
}

int main(void) {
    char c = 'c';
    float f = 4.0f;
    struct pair pair = {6, 7};
    struct large large = {1.0, {0, 0, 0, 0, 0, 9}};
    long double wide = 8.0L;
    _Complex float number = 2.0f + 1.0if;
    void *text = "x";
    take(11, c, 2, 3L, f, 5LL, text, pair, wide, large, number, LARGE);
    return 0;
}
