// arrive_and_drop arrives in this phase and leaves the count of the next ones one smaller ([thread.barrier.class], arrive_and_drop).
// expect: TRUE
// flags: -std=c++20
// states: 2881
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier<> meet(2);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    meet.arrive_and_drop();
  });
  meet.arrive_and_wait();
  assert(data == 1);
  meet.arrive_and_wait();
  t.join();
}
