// A latch of three that is counted down twice never opens ([thread.latch.class], wait: blocks until the counter is zero).
// expect: deadlock=FALSE
// flags: -std=c++20
#include <cassert>
#include <latch>
#include <thread>

static std::latch done(3); // should be 2
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
