// A lambda that captured a variable by reference is called after the block of the variable has ended ([expr.prim.lambda.capture]/12, note).
// expect: memory=FALSE
// flags: -std=c++20
// states: 134
#include <functional>

static int seen;

int main() {
  std::function<int()> f;
  {
    int x = 1;
    f = [&x] { return x + 1; };
  }
  seen = f();
}
