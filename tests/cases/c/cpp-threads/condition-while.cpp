// A wait in a loop ends when the condition holds; the lock is owned again after each wait ([thread.condition.condvar], wait).
// expect: TRUE
// flags: -std=c++20
// states: 5018
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
    while (!ready) {
      changed.wait(lock);
      assert(lock.owns_lock());
    }
    assert(ready);
  }
  t.join();
}
