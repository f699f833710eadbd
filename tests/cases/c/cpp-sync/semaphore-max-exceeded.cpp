// A release that takes the counter beyond max() is undefined ([thread.sema.cnt], release: Preconditions: update <= max() - counter).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 18
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> s(2);
  assert(s.max() >= 2);
  s.acquire();
  s.release(s.max()); // the counter is still 1
}
