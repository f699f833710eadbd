// The default constructor of atomic<int> leaves it uninitialised before C++20 (C++17 [atomics.types.operations], default constructor).
// expect: memory=FALSE
// flags: -std=c++17
// states: 18
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> a; // should be a{0}
  assert(a.load() == 0);
}
