// The initialiser of a global variable overflows: no constant expression, so it is computed when the program starts ([expr.pre]/4, [basic.start.static]/2).
// expect: overflow=FALSE
// flags: -std=c++20
// states: 6
#include <climits>

int result = INT_MAX + 1;

int main() { return 0; }
