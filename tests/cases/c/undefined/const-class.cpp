// A const object of a class: constructor, destructor and mutable members write to it ([class.ctor]/5, [dcl.stc]/9).
// expect: TRUE
// states: 41
#include <cassert>

struct Counter {
  mutable int reads = 0;
  int value;
  explicit Counter(int n) : value(n) { value += 1; }
  ~Counter() { value = 0; }
  int get() const { return ++reads, value; }
};

int main() {
  const Counter c(1);
  assert(c.get() == 2);
  assert(c.reads == 1);
  const int many[2] = {c.get(), 3};
  const int &first = many[0];
  assert(first == 2);
}
