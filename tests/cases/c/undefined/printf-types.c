// The arguments of printf have the types of their conversions (C17 7.21.6.1p7, p8).
// expect: TRUE
// states: 18
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    char c = 1;
    int n = 2;
    printf("%d %i %u %x %c %hhd %hd\n", n, -1, 1u, n, 'c', c, (short)3);
    printf("%ld %lu %lld %zu %td %jd\n", 1L, 2UL, 3LL, sizeof n, (ptrdiff_t)1, (intmax_t)2);
    printf("%s %.*s %f %g %Lf %p %%\n", "text", 2, "abc", 1.5, (double)2.0f, 2.5L, (void *)0);
    return 0;
}
