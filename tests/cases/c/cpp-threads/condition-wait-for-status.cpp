// wait_for that returns no_timeout need not mean a notification: the wake-up may be spurious ([thread.condition.condvar], wait_for).
// expect: assertion=FALSE
// flags: -std=c++20
// states: 9362
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
    std::cv_status status = changed.wait_for(lock, std::chrono::seconds(1));
    assert(ready || status == std::cv_status::timeout); // should test ready in a loop
    assert(lock.owns_lock());
  }
  t.join();
}
