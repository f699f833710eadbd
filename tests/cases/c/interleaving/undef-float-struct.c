// A structure of floats travels in registers.
// expect: TRUE
// states: 22
#include <assert.h>
struct s { float a, b; double c; };
static struct s f(float x) { struct s s; s.a = x; s.b = x + 1; s.c = x + 2; return s; }
int main(void) { struct s s = f(1); assert(s.a == 1 && s.b == 2 && s.c == 3); }
