// 128-bit arithmetic.
// expect: TRUE
// states: 31
#include <assert.h>
int main(void) { volatile unsigned __int128 a = (unsigned __int128)0xffffffffffffffffull; unsigned __int128 b = a * a; assert((unsigned long long)(b >> 64) == 0xfffffffffffffffeull && (unsigned long long)b == 1); volatile __int128 c = -5; assert(c / 2 == -2 && c % 2 == -1 && (c >> 1) == -3 && c < 0); assert((double)c == -5.0); b = b / 3; assert(b * 3 + (a * a) % 3 == a * a); }
