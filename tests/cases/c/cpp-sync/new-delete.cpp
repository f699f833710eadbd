// Memory from each form of new and from malloc is given back by the fitting function ([new.delete], [c.malloc]).
// expect: TRUE
// flags: -std=c++20
// states: 38
#include <cstdlib>
#include <new>

int main() {
  int *one = new int(1);
  int *many = new int[2]{1, 2};
  int *quiet = new (std::nothrow) int(3);
  void *raw = ::operator new(8);
  void *memory = std::malloc(8);
  delete one;
  delete[] many;
  delete quiet;
  ::operator delete(raw);
  std::free(memory);
  delete static_cast<int *>(nullptr);
}
