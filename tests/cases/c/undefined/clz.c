// Leading and trailing zeros of numbers that are not zero; population count and ffs of zero are defined (GCC manual, "Other Builtins").
// expect: TRUE
// states: 12
#include <assert.h>

static volatile unsigned one = 1, zero;

int main(void) {
    assert(__builtin_clz(one) == 31);
    assert(__builtin_ctz(one) == 0);
    assert(__builtin_ctz(0x80000000u) == 31);
    assert(__builtin_clzll(one) == 63);
    assert(__builtin_popcount(zero) == 0);
    assert(__builtin_ffs((int)zero) == 0);
    assert((zero ? __builtin_clz(zero) : 32) == 32);
    return 0;
}
