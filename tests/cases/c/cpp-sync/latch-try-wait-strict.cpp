// try_wait may return false although the counter is zero ([thread.latch.class], try_wait: "With very low probability false").
// expect: assertion=FALSE
// options: --strict-standard
// flags: -std=c++20
// states: 32
#include <cassert>
#include <latch>

int main() {
  std::latch done(1);
  done.count_down();
  bool open = done.try_wait(); // should be wait
  assert(open);
}
