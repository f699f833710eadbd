// compare_exchange_weak may fail although the value is the expected one ([atomics.types.operations]: may fail spuriously).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 97
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> a(1);
  int expected = 1;
  bool done = a.compare_exchange_weak(expected, 2); // should be strong, or in a loop
  assert(done && a == 2);
}
