// Bit-fields are written one after the other.
// expect: TRUE
// states: 22
#include <assert.h>
struct s { unsigned a : 3, b : 5; signed c : 7; };
int main(void) { struct s s; s.a = 5; s.b = 17; s.c = -3; assert(s.a == 5 && s.b == 17 && s.c == -3); struct s q = s; if (q.b != 17) return 1; return 0; }
