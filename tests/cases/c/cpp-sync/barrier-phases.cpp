// A barrier separates two phases and can be used again ([thread.barrier.class]: the end of a phase happens before the return of those that waited).
// expect: TRUE
// flags: -std=c++20
// states: 2295
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier<> meet(2);
static int a, b;

int main() {
  std::thread t([] {
    a = 1;
    meet.arrive_and_wait();
    assert(b == 1);
    meet.arrive_and_wait();
    a = 2;
  });
  b = 1;
  meet.arrive_and_wait();
  assert(a == 1);
  meet.arrive_and_wait();
  b = 2;
  t.join();
}
