// Sleeping orders nothing: the other thread may not have run yet ([thread.thread.this], sleep_for).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 14669
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

static std::atomic<int> value{0};

int main() {
  std::thread t([] { value = 1; });
  std::this_thread::sleep_for(std::chrono::milliseconds(50)); // should join here
  assert(value == 1);
  t.join();
}
