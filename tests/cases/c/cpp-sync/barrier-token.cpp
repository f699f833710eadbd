// arrive gives a token, with which wait blocks until the phase is over ([thread.barrier.class], wait).
// expect: TRUE
// flags: -std=c++20
// states: 2695
#include <barrier>
#include <cassert>
#include <thread>
#include <utility>

static std::barrier<> meet(2);
static int a, b;

int main() {
  std::thread t([] {
    a = 1;
    auto token = meet.arrive();
    meet.wait(std::move(token));
    assert(b == 2);
  });
  b = 2;
  meet.arrive_and_wait();
  assert(a == 1);
  t.join();
}
