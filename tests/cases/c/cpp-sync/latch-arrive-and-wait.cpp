// arrive_and_wait counts down and waits: both threads see what the other one did before ([thread.latch.class], arrive_and_wait).
// expect: TRUE
// flags: -std=c++20
// states: 1916
#include <cassert>
#include <latch>
#include <thread>

static std::latch both(2);
static int a, b;

int main() {
  std::thread t([] {
    a = 1;
    both.arrive_and_wait();
    assert(b == 2);
  });
  b = 2;
  both.arrive_and_wait();
  assert(a == 1);
  t.join();
}
