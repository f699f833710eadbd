// new (nothrow) returns null for an impossible size, and the program writes there ([new.delete.single]).
// expect: memory=FALSE
// flags: -std=c++20
// states: 7
#include <cstddef>
#include <new>

static volatile std::size_t size = std::size_t(1) << (sizeof(std::size_t) * 8 - 2);

int main() {
  char *p = new (std::nothrow) char[size];
  p[0] = 1; // should be tested for null
  delete[] p;
}
