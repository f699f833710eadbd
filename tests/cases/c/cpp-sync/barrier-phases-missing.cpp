// One thread leaves after the first phase without arrive_and_drop: the other one waits for ever ([thread.barrier.class]: the expected count is the same in each phase).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 2036
#include <barrier>
#include <thread>

static std::barrier<> meet(2);

int main() {
  std::thread t([] {
    meet.arrive_and_wait(); // should arrive a second time
  });
  meet.arrive_and_wait();
  meet.arrive_and_wait();
  t.join();
}
