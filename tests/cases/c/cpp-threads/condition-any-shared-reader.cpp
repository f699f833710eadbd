// The flag is set with shared ownership only, between the test and the wait of another shared owner: the notification is lost ([thread.condvarany.wait]).
// expect: deadlock=FALSE
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
    std::shared_lock lock(m); // should be exclusive
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
