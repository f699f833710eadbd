// A global variable is initialised by a function that shifts by too much: computed when the program starts ([expr.shift]/1, [basic.start.static]/2).
// expect: arithmetic=FALSE
// states: 4
constexpr int bit(int n) { return 1 << n; }
int mask = bit(32);

int main() { return 0; }
