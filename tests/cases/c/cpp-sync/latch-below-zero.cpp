// Counting a latch down below zero is undefined ([thread.latch.class], count_down: Preconditions: update <= counter).
// expect: pthread=FALSE
// flags: -std=c++20
// states: 1695
#include <latch>
#include <thread>

static std::latch done(1); // should be 2

int main() {
  std::thread t([] { done.count_down(); });
  done.count_down();
  t.join();
}
