// A switch that falls through.
// expect: TRUE
// states: 56
#include <assert.h>
static int f(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 2; break; case -5 ... -3: r = 9; break; default: r = 100; case 7: r += 7; } return r; }
int main(void) { volatile int k = 1; assert(f(k) == 3 && f(k + 1) == 2 && f(-k * 4) == 9 && f(k + 8) == 107 && f(k * 7) == 7); }
