// compare_exchange_weak that fails for no reason leaves the value and what is expected as they were ([atomics.types.operations]).
// expect: TRUE
// flags: -std=c++20
// states: 263
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> a(1);
  int expected = 1;
  bool done = a.compare_exchange_weak(expected, 2);
  assert(expected == 1);
  assert(a == (done ? 2 : 1));
  expected = 5;
  done = a.compare_exchange_weak(expected, 6);
  assert(!done && a != 6);
}
