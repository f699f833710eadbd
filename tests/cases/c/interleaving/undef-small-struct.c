// A small structure travels in a register with its undefined part.
// expect: TRUE
// states: 22
#include <assert.h>
struct s { int a, b; };
static struct s f(int x) { struct s s; s.a = x; return s; }
int main(void) { struct s s = f(1); s.b = 2; assert(s.a == 1 && s.b == 2); struct s q = f(3); assert(q.a == 3); }
