// Each read-modify-write operation of atomic<int> returns the value from before ([atomics.types.int], [atomics.types.operations]).
// expect: TRUE
// flags: -std=c++20
// states: 156
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> a(6);
  assert(a.fetch_add(1) == 6);
  assert(a.fetch_sub(2) == 7);
  assert(a.fetch_and(4) == 5);
  assert(a.fetch_or(3) == 4);
  assert(a.fetch_xor(1) == 7);
  assert(a.exchange(10) == 6);
  assert(++a == 11 && a-- == 11 && (a += 5) == 15 && (a = 2) == 2);
  assert(a.load() == 2);
}
