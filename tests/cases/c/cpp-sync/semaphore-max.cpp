// The counter may go up to max() ([thread.sema.cnt], release: update <= max() - counter).
// expect: TRUE
// flags: -std=c++20
// states: 31
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> s(2);
  assert(s.max() >= 2);
  s.acquire();
  s.acquire();
  s.release(s.max());
  s.acquire();
}
