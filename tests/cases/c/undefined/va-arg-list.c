// A va_list is handed to another function, which reads an int as a pointer (C17 7.16p3, 7.16.1.1p2).
// expect: memory=FALSE
// states: 15
#include <stdarg.h>

static const void *result;

static void second(va_list ap) {
    (void)va_arg(ap, int);
    result = va_arg(ap, void *);
}

static void take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    second(ap);
    va_end(ap);
}

int main(void) {
    take(2, 1, 2);
    return 0;
}
