// try_acquire takes a free semaphore: that it fails without a reason is not considered by default ([thread.sema.cnt], try_acquire).
// expect: TRUE
// flags: -std=c++20
// states: 37
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> s(2);
  bool first = s.try_acquire();
  assert(first);
  bool second = s.try_acquire();
  assert(second);
  bool third = s.try_acquire();
  assert(!third);
}
