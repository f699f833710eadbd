// The default constructor of atomic<int> makes it zero, since C++20 ([atomics.types.operations], constructor).
// expect: TRUE
// flags: -std=c++20
// states: 30
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> a;
  assert(a.load() == 0);
}
