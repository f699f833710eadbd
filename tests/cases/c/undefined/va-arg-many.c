// A function reads one variable argument more than it was given (C17 7.16.1.1p2).
// expect: memory=FALSE
// states: 29
#include <stdarg.h>

static int result;

static void take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i <= n; i++)
        result = va_arg(ap, int);
    va_end(ap);
}

int main(void) {
    take(2, 1, 2);
    return 0;
}
