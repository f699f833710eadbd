// fetch_add of atomic<int> wraps around: there is no overflow ([atomics.types.int]: no undefined results for signed types).
// expect: overflow=TRUE
// flags: -std=c++20
// states: 81
#include <atomic>
#include <cassert>
#include <climits>

int main() {
  std::atomic<int> a(INT_MAX);
  a.fetch_add(1);
  assert(a == INT_MIN);
  a--;
  assert(a == INT_MAX);
}
