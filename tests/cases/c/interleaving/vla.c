// Variable-length arrays in a loop die with each round.
// expect: TRUE
// states: 164
#include <assert.h>
int main(void) { int s = 0; for (volatile int n = 1; n < 5; n++) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; s += a[n - 1]; } assert(s == 6); }
