// std::atomic<int>::compare_exchange_weak in a loop, as it may fail for no reason.
// expect: TRUE
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void work() {
  int old = counter.load();
  while (!counter.compare_exchange_weak(old, old + 1))
    ;
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
