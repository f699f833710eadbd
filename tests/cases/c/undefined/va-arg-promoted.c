// A variable argument is read as a char, but char is promoted to int when it is passed (C17 7.16.1.1p2, 6.5.2.2p7).
// expect: memory=FALSE
// states: 10
#include <stdarg.h>

static int result;

static void take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    result = va_arg(ap, char);
    va_end(ap);
}

int main(void) {
    char c = 'c';
    take(1, c);
    return 0;
}
