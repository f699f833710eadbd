// count_down(2) counts for two; count_down(0) is allowed ([thread.latch.class], count_down: 0 <= update <= counter).
// expect: TRUE
// flags: -std=c++20
// states: 2434
#include <cassert>
#include <latch>
#include <thread>

static std::latch done(3);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    done.count_down(2);
  });
  done.count_down(0);
  done.arrive_and_wait();
  assert(data == 1);
  t.join();
}
