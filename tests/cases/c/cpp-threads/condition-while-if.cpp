// A wait without a loop may end by a spurious wake-up, before the condition holds ([thread.condition.condvar], wait).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 5090
#include <cassert>
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
    if (!ready) { // should be while
      changed.wait(lock);
      assert(lock.owns_lock());
    }
    assert(ready);
  }
  t.join();
}
