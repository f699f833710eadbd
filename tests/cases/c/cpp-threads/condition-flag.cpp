// An atomic flag is set under the mutex of the waiting thread, so that it is not set between the test and the wait ([thread.condition.condvar], wait with predicate).
// expect: TRUE
// flags: -std=c++20
// states: 7604
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::atomic<bool> ready{false};

int main() {
  std::thread t([] {
    {
      std::lock_guard lock(m);
      ready = true;
    }
    changed.notify_one();
  });
  {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return ready.load(); });
  }
  t.join();
}
