// Variadic functions with all kinds of arguments.
// expect: TRUE
// states: 203
#include <stdarg.h>
#include <assert.h>
static double sum(int n, ...) { va_list l, k; va_start(l, n); va_copy(k, l); double s = 0; for (int i = 0; i < n; i++) { s += va_arg(l, int); s += va_arg(l, double); s += *va_arg(l, char *); } va_end(l); assert(va_arg(k, int) == 1); va_end(k); return s; }
int main(void) { char a = 3, b = 4; assert(sum(2, 1, 0.5, &a, 2, 0.25, &b) == 10.75); assert(sum(5, 1, 1.0, &a, 1, 1.0, &a, 1, 1.0, &a, 1, 1.0, &a, 1, 1.0, &a) == 25); }
