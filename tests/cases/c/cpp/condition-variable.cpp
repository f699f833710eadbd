// std::condition_variable::wait with a predicate.
// expect: TRUE
// states: 5228
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable filled;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
    filled.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(m);
    filled.wait(lock, [] { return ready; });
    assert(ready);
  }
  t.join();
}
