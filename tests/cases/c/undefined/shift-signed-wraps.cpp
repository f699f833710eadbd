// Since C++20 a left shift of a signed number is taken modulo 2^N, also of a negative one ([expr.shift]/2).
// expect: overflow=TRUE
// flags: -std=c++20
// states: 14
#include <cassert>
#include <climits>

static int minus_one = -1, one = 1;

int main() {
  assert(minus_one << 1 == -2);
  assert(one << 31 == INT_MIN);
  assert(1 << 31 == INT_MIN);
  int x = 3;
  x <<= 31;
  assert(x == INT_MIN);
}
