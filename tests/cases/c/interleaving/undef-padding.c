// Padding is copied but not looked at.
// expect: TRUE
// states: 15
#include <assert.h>
#include <string.h>
struct s { char c; int i; char d; };
int main(void) { struct s a, b; a.c = 1; a.i = 2; a.d = 3; b = a; struct s q; memcpy(&q, &b, sizeof q); assert(q.c == 1 && q.i == 2 && q.d == 3); }
