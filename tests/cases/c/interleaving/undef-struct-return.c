// A structure with an uninitialised member is returned and passed by value.
// expect: TRUE
// states: 9
#include <assert.h>
struct s { int a, b, c, d, e; };
static struct s f(void) { struct s s; s.a = 1; return s; }
static int g(struct s s) { return s.a; }
int main(void) { struct s s = f(); assert(g(s) == 1); }
