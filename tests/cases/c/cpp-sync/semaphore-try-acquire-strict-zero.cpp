// try_acquire never succeeds at zero, and one that succeeds takes one unit, however often it fails ([thread.sema.cnt], try_acquire).
// expect: TRUE
// options: --strict-standard
// flags: -std=c++20
// states: 46
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> s(1);
  bool first = s.try_acquire();
  bool second = s.try_acquire();
  assert(!(first && second));
}
