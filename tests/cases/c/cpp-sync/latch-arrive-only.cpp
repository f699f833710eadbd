// count_down does not wait: the thread goes on before the other one has come ([thread.latch.class], count_down).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 1822
#include <cassert>
#include <latch>
#include <thread>

static std::latch both(2);
static int a, b;

int main() {
  std::thread t([] {
    a = 1;
    both.count_down(); // should be arrive_and_wait
    assert(b == 2);
  });
  b = 2;
  both.arrive_and_wait();
  assert(a == 1);
  t.join();
}
