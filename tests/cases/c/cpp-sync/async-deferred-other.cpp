// A deferred function runs in the first thread that waits for the shared state, once ([futures.async], launch::deferred).
// expect: TRUE
// flags: -std=c++20
#include <cassert>
#include <future>
#include <thread>

static int runs;

int main() {
  std::shared_future<int> f = std::async(std::launch::deferred, [] { return ++runs; });
  std::thread t([f] { assert(f.get() == 1); });
  assert(f.get() == 1);
  t.join();
  assert(runs == 1);
}
