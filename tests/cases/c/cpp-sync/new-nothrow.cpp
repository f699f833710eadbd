// new (nothrow) returns null for an impossible size, and no constructor runs ([new.delete.single], [expr.new]).
// expect: TRUE
// flags: -std=c++20
// states: 14
#include <cassert>
#include <cstddef>
#include <new>

static volatile std::size_t size = std::size_t(1) << (sizeof(std::size_t) * 8 - 2);

int main() {
  char *p = new (std::nothrow) char[size]();
  assert(p == nullptr);
  delete[] p;
}
