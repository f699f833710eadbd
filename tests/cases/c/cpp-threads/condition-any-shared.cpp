// A thread waits on a std::condition_variable_any with shared ownership, which the wait gives up meanwhile ([thread.condvarany.wait]).
// expect: TRUE
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static std::condition_variable_any changed;
static std::atomic<bool> ready{false};

int main() {
  std::thread t([] {
    std::lock_guard lock(m);
    ready = true;
    changed.notify_one();
  });
  {
    std::shared_lock lock(m);
    changed.wait(lock, [] { return ready.load(); });
    assert(lock.owns_lock());
  }
  t.join();
}
