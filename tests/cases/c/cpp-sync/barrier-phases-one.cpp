// Only the first of two phases is ended by a barrier: what follows is not ordered ([thread.barrier.class]).
// expect: assertion=FALSE data-race=FALSE
// flags: -std=c++20
// states: 1906
#include <barrier>
#include <cassert>
#include <thread>

static std::barrier<> meet(2);
static int a, b;

int main() {
  std::thread t([] {
    a = 1;
    meet.arrive_and_wait();
    assert(b == 1); // should be followed by a second arrive_and_wait, here and in main
    a = 2;
  });
  b = 1;
  meet.arrive_and_wait();
  assert(a == 1);
  b = 2;
  t.join();
}
