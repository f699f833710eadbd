// release(0) is allowed and changes nothing, even at the greatest count ([thread.sema.cnt], release: update >= 0 and update <= max() - counter).
// expect: TRUE
// flags: -std=c++20
// states: 44
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> s(std::counting_semaphore<2>::max());
  s.release(0);
  std::binary_semaphore none(0);
  none.release(0);
  bool got = none.try_acquire();
  assert(!got);
}
