// try_wait does not block: who ignores its result reads while the other thread writes ([thread.latch.class], try_wait).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 1781
#include <cassert>
#include <latch>
#include <thread>

static std::latch done(1);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    done.count_down();
  });
  (void)done.try_wait(); // should be wait
  assert(data == 1);
  t.join();
}
