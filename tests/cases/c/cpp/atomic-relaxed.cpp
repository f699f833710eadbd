// Relaxed increments count correctly; orders weaker than seq_cst are not explored.
// expect: UNKNOWN
// states: 2229
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> counter{0};

static void work() {
  counter.fetch_add(1, std::memory_order_relaxed);
}

int main() {
  std::thread t(work);
  work();
  t.join();
  assert(counter == 2);
}
