// A local constant is initialised by a function that divides the least number by -1 ([expr.mul]/4, [expr.const]/5.8).
// expect: arithmetic=FALSE
// states: 6
#include <climits>

constexpr int negated(int n) { return n / -1; }

int main() {
    const int least = negated(INT_MIN);
    return least * 0;
}
