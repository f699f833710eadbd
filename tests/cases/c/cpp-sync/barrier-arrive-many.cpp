// arrive(2) counts for two ([thread.barrier.class], arrive: decrements the expected count by update).
// expect: TRUE
// flags: -std=c++20
// states: 2987
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier<> meet(3);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    (void)meet.arrive(2);
  });
  meet.arrive_and_wait();
  assert(data == 1);
  t.join();
}
