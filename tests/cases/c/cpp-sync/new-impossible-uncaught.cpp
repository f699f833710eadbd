// For an impossible size operator new throws bad_alloc, which nobody catches: a test for null does not help ([new.delete.single]).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 4
#include <cstddef>

static volatile std::size_t size = std::size_t(1) << (sizeof(std::size_t) * 8 - 2);

int main() {
  char *p = new char[size]; // should be nothrow, or in a try block
  if (p == nullptr)
    return 1;
  delete[] p;
}
