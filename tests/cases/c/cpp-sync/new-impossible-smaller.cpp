// A size above the address space but below half of the numbers is impossible, too ([new.delete.single]).
// expect: TRUE
// flags: -std=c++20
// states: 22
#include <cassert>
#include <cstddef>
#include <new>

static volatile std::size_t size = std::size_t(1) << 48;

int main() {
  bool thrown = false;
  try {
    void *p = ::operator new(size);
    assert(p != nullptr);
    ::operator delete(p);
  } catch (const std::bad_alloc &) {
    thrown = true;
  }
  assert(thrown);
}
