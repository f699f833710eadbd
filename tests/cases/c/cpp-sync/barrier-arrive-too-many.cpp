// arrive(2) when only one arrival is left in the phase is undefined ([thread.barrier.class], arrive: Preconditions: update <= expected count of the current phase).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 3592
#include <barrier>
#include <thread>

static std::barrier<> meet(2); // should be 3

int main() {
  std::thread t([] { (void)meet.arrive(2); });
  (void)meet.arrive();
  t.join();
}
