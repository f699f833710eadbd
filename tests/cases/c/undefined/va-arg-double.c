// A variable argument of type int is read as a double (C17 7.16.1.1p2).
// expect: memory=FALSE
// states: 8
#include <stdarg.h>

static double result;

static void take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    result = va_arg(ap, double);
    va_end(ap);
}

int main(void) {
    take(1, 2);
    return 0;
}
