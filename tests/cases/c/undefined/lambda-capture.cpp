// A lambda that captured a variable by copy is called after the block of the variable has ended ([expr.prim.lambda.capture]/10).
// expect: TRUE
// flags: -std=c++20
// states: 177
#include <cassert>
#include <functional>

int main() {
  std::function<int()> f;
  {
    int x = 1;
    f = [x] { return x + 1; };
  }
  assert(f() == 2);
}
