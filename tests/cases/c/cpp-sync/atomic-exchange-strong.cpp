// compare_exchange_strong succeeds if the value is the expected one, and otherwise stores the value there ([atomics.types.operations]).
// expect: TRUE
// flags: -std=c++20
// states: 163
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> a(1);
  int expected = 1;
  bool done = a.compare_exchange_strong(expected, 2);
  assert(done && expected == 1 && a == 2);
  done = a.compare_exchange_strong(expected, 3);
  assert(!done && expected == 2 && a == 2);
}
