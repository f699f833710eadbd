// try_acquire may fail although the counter is greater than zero ([thread.sema.cnt], try_acquire: an implementation may fail to decrement the counter even if it is positive).
// expect: assertion=FALSE
// options: --strict-standard
// flags: -std=c++20
// states: 27
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> s(1);
  bool got = s.try_acquire(); // should be tried again, or be an acquire
  assert(got);
}
