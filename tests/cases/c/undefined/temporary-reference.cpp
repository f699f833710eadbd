// A temporary bound to a reference lives as long as the reference ([class.temporary]/6).
// expect: TRUE
// flags: -std=c++20
// states: 29
#include <cassert>

struct Value {
  int v;
  ~Value() { v = 0; }
};

static Value make() { return Value{1}; }

int main() {
  const Value &r = make();
  const int &member = Value{2}.v;
  assert(r.v == 1);
  assert(member == 2);
}
