// The time of wait_for may pass before the condition holds ([thread.condition.condvar], wait_for).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 8432
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread t([] {
    std::lock_guard lock(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(m);
    bool result = changed.wait_for(lock, std::chrono::seconds(10), [] { return ready; });
    assert(result); // may be false
    assert(lock.owns_lock());
  }
  t.join();
}
