// wait_for with a predicate returns what the predicate says in the end, whether time has passed or not ([thread.condition.condvar], wait_for).
// expect: TRUE
// flags: -std=c++20
// states: 9588
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
    bool result = changed.wait_for(lock, std::chrono::milliseconds(1), [] { return ready; });
    assert(result == ready);
    assert(lock.owns_lock());
  }
  t.join();
}
