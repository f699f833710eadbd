// atomic<int> is lock-free where is_always_lock_free says so ([atomics.types.operations], is_lock_free).
// expect: TRUE
// flags: -std=c++20
// states: 34
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> a(1);
  assert(!std::atomic<int>::is_always_lock_free || a.is_lock_free());
  assert(a.is_lock_free() == std::atomic_is_lock_free(&a));
  assert(ATOMIC_INT_LOCK_FREE != 2 || a.is_lock_free());
}
