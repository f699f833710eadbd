// operator new never returns null: for an impossible size it throws bad_alloc ([new.delete.single], [basic.stc.dynamic.allocation]).
// expect: TRUE
// flags: -std=c++20
// states: 22
#include <cassert>
#include <cstddef>
#include <new>

static volatile std::size_t size = std::size_t(1) << (sizeof(std::size_t) * 8 - 2);

int main() {
  bool thrown = false;
  try {
    char *p = new char[size];
    assert(p != nullptr);
    delete[] p;
  } catch (const std::bad_alloc &) {
    thrown = true;
  }
  assert(thrown);
}
