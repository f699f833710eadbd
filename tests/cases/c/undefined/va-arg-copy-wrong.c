// A copy of a va_list is read with the types in another order (C17 7.16.1.1p2).
// expect: memory=FALSE
// states: 20
#include <stdarg.h>

static double result;

static void take(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    result = va_arg(ap, long);
    result += va_arg(ap, double);
    result += va_arg(again, double);
    va_end(again);
    va_end(ap);
}

int main(void) {
    take(2, 3L, 2.5);
    return 0;
}
