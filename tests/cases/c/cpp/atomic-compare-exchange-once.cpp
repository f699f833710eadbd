// std::atomic<int>::compare_exchange_weak outside of a loop: it may fail.
// expect: assertion=FALSE
// states: 14655
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void work() {
  int old = counter.load();
  counter.compare_exchange_weak(old, old + 1); // should be in a loop
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
