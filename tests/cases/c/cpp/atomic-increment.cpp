// Incrementing a std::atomic<int> is one step.
// expect: TRUE
// states: 2511
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void work() {
  counter++;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
