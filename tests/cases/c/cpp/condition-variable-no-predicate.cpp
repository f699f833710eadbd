// std::condition_variable::wait without a predicate: the notification may have come before, or the wake-up is spurious.
// expect: assertion=FALSE deadlock=FALSE
// states: 4844
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
    filled.wait(lock); // should test ready in a loop
    assert(ready);
  }
  t.join();
}
