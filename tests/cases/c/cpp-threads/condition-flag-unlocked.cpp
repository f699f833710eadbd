// An atomic flag is set and notified without the mutex, between the test and the wait: the notification is lost ([thread.condition.condvar], wait with predicate).
// expect: deadlock=FALSE
// flags: -std=c++20
// states: 6680
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::atomic<bool> ready{false};

int main() {
  std::thread t([] {
    ready = true; // should be under the mutex
    changed.notify_one();
  });
  {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return ready.load(); });
  }
  t.join();
}
