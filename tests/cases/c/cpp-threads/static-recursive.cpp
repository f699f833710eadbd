// The initialiser of a local static comes to the declaration again, which is undefined: the thread waits for itself ([stmt.dcl]).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 10
#include <cassert>

static int value(int n) {
  static int v = n > 0 ? value(n - 1) : 1; // recursion should not come here again
  return v;
}

int main() { assert(value(1) == 1); }
