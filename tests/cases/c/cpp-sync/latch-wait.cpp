// wait returns when the counter is zero, and sees what was written before each count_down ([thread.latch.class], count_down: Synchronization).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <latch>
#include <thread>

static std::latch done(2);
static int a, b;

int main() {
  std::thread t([] {
    a = 1;
    done.count_down();
  });
  std::thread u([] {
    b = 2;
    done.count_down();
  });
  done.wait();
  assert(a == 1 && b == 2);
  t.join();
  u.join();
}
