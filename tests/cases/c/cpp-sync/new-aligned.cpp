// new of a type with a large alignment gives memory with this alignment ([expr.new], [new.delete.single]).
// expect: TRUE
// flags: -std=c++20
// states: 38
#include <cassert>
#include <cstdint>
#include <new>

struct alignas(64) Line {
  int value;
};

int main() {
  Line *p = new Line{1};
  assert(reinterpret_cast<std::uintptr_t>(p) % 64 == 0);
  Line *many = new Line[2]{{2}, {3}};
  assert(reinterpret_cast<std::uintptr_t>(many) % 64 == 0);
  assert(p->value + many[1].value == 4);
  delete p;
  delete[] many;
  void *raw = ::operator new(64, std::align_val_t(64));
  ::operator delete(raw, std::align_val_t(64));
}
