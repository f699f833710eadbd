// A union is read through the member that was written.
// expect: TRUE
// states: 11
#include <assert.h>
union u { long l; char c[8]; short s; };
int main(void) { union u u; u.s = 0x1234; assert(u.c[0] == 0x34 && u.c[1] == 0x12); u.l = -1; assert(u.c[7] == -1 && u.s == -1); }
