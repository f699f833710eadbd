// A global variable is initialised with 1 / 0: no constant expression, so it is computed when the program starts ([basic.start.static]/2, [expr.mul]/4).
// expect: arithmetic=FALSE
// flags: -std=c++20
// states: 2
int result = 1 / 0;

int main() { return 0; }
