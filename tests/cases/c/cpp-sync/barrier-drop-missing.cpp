// arrive without drop: the next phase waits for a thread that has left ([thread.barrier.class], arrive).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 3298
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier<> meet(2);
static int data;

int main() {
  std::thread t([] {
    data = 1;
    (void)meet.arrive(); // should be arrive_and_drop
  });
  meet.arrive_and_wait();
  assert(data == 1);
  meet.arrive_and_wait();
  t.join();
}
