// More variable arguments are read than were passed (C17 7.16.1.1p2: there is no actual next argument).
// expect: memory=FALSE
// states: 31
#include <stdarg.h>

static int result;

static void take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i <= n; i++)
        result += va_arg(ap, int);
    va_end(ap);
}

int main(void) {
    take(2, 3, 4);
    return 0;
}
